package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"net"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"k8s.io/apimachinery/pkg/api/meta"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"
	"k8s.io/apimachinery/pkg/util/sets"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/apiserver/pkg/server"
	"k8s.io/apiserver/pkg/server/healthz"
	"k8s.io/apiserver/pkg/server/mux"
	serveroptions "k8s.io/apiserver/pkg/server/options"
	"k8s.io/apiserver/pkg/util/compatibility"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/client-go/discovery/cached/memory"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/client-go/metadata/metadatainformer"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/restmapper"
	"k8s.io/client-go/tools/clientcmd"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/component-base/cli/globalflag"
	basecompatibility "k8s.io/component-base/compatibility"
	"k8s.io/component-base/logs"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/component-base/version"
	"k8s.io/component-base/version/verflag"
	controllermanager "k8s.io/controller-manager/app"
	cmdefaults "k8s.io/controller-manager/config/v1alpha1"
	"k8s.io/controller-manager/pkg/clientbuilder"
	"k8s.io/controller-manager/pkg/informerfactory"
	"k8s.io/klog/v2"
	kcmconfig "k8s.io/kube-controller-manager/config/v1alpha1"
	"k8s.io/kubernetes/cmd/kube-controller-manager/names"
	"k8s.io/kubernetes/pkg/cluster/ports"
	gcdefaults "k8s.io/kubernetes/pkg/controller/garbagecollector/config/v1alpha1"
	nsdefaults "k8s.io/kubernetes/pkg/controller/namespace/config/v1alpha1"
	quotadefaults "k8s.io/kubernetes/pkg/controller/resourcequota/config/v1alpha1"
)

const controllerManagerName = "kube-controller-manager"

// controllerManagerOptions are the command line of the controller manager.
type controllerManagerOptions struct {
	kubeconfig                   string
	controllers                  []string
	useServiceAccountCredentials bool
	leaderElect                  bool
	secureServing                *serveroptions.SecureServingOptions
	logs                         *logs.Options
	globals                      basecompatibility.ComponentGlobalsRegistry
}

// newControllerManagerCommand returns a kube-controller-manager with the
// controllers of controllers.go only. The upstream command links every
// controller, and with them the volume plugins and the scheduler; this one
// costs next to nothing in a binary that has the API server in it.
func newControllerManagerCommand() *cobra.Command {
	o := &controllerManagerOptions{
		secureServing: serveroptions.NewSecureServingOptions(),
		logs:          logs.NewOptions(),
		globals:       compatibility.DefaultComponentGlobalsRegistry,
	}
	// As upstream: a self-signed certificate in memory unless one is named.
	o.secureServing.ServerCert.CertDirectory = ""
	o.secureServing.ServerCert.PairName = controllerManagerName
	o.secureServing.BindPort = ports.KubeControllerManagerPort

	utilruntime.Must(logsapi.AddFeatureGates(utilfeature.DefaultMutableFeatureGate))
	if o.globals.EffectiveVersionFor(basecompatibility.DefaultKubeComponent) == nil {
		utilruntime.Must(o.globals.Register(basecompatibility.DefaultKubeComponent,
			compatibility.DefaultBuildEffectiveVersion(), utilfeature.DefaultMutableFeatureGate))
	}

	cmd := &cobra.Command{
		Use: controllerManagerName,
		Long: `A subset of the Kubernetes controller manager: only the namespace, garbage
collector, resource quota and service account controllers, with upstream's code
and upstream's defaults.`,
		Args: cobra.NoArgs,
		PersistentPreRunE: func(*cobra.Command, []string) error {
			rest.SetDefaultWarningHandler(rest.NoWarnings{})
			return o.globals.Set()
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			verflag.PrintAndExitIfRequested()
			if err := logsapi.ValidateAndApply(o.logs, utilfeature.DefaultFeatureGate); err != nil {
				return err
			}
			cliflag.PrintFlags(cmd.Flags())
			if err := o.validate(); err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
			defer stop()
			// The end does not wait for anything, as upstream's does not
			// without leader election: whatever the controllers were at, a
			// restart picks it up from the API.
			failed := make(chan error, 1)
			go func() { failed <- o.run(ctx) }()
			select {
			case err := <-failed:
				return err
			case <-ctx.Done():
				return nil
			}
		},
	}
	o.addFlags(cmd)
	return cmd
}

func (o *controllerManagerOptions) addFlags(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&o.kubeconfig, "kubeconfig", "",
		"Path to kubeconfig file with authorization and API server location information.")
	fs.StringSliceVar(&o.controllers, "controllers", []string{"*"},
		"A list of controllers to enable. '*' enables all, 'foo' enables the controller named 'foo', '-foo' disables it "+
			"(also one that is not part of this subset). All controllers: "+strings.Join(controllerNames(), ", "))
	fs.BoolVar(&o.useServiceAccountCredentials, "use-service-account-credentials", false,
		"If true, use individual service account credentials for each controller.")
	fs.BoolVar(&o.leaderElect, "leader-elect", false,
		"Accepted for compatibility. There is no leader election in this subset; true is an error.")
	fs.String("service-account-private-key-file", "",
		"Accepted for compatibility, without effect: the service account token controller is not part of this subset.")
	fs.String("root-ca-file", "",
		"Accepted for compatibility, without effect: the controllers that publish it are not part of this subset.")
	o.secureServing.AddFlags(fs) // --secure-port, --bind-address, --tls-…
	logsapi.AddFlags(o.logs, fs) // -v, --vmodule, --logging-format
	o.globals.AddFlags(fs)       // --feature-gates, --emulated-version
	verflag.AddFlags(fs)         // --version
	globalflag.AddGlobalFlags(fs, cmd.Name(), logs.SkipLoggingConfigurationFlags())
}

func (o *controllerManagerOptions) validate() error {
	errs := append(o.globals.Validate(), o.secureServing.Validate()...)
	if o.kubeconfig == "" {
		errs = append(errs, errors.New("--kubeconfig is required"))
	}
	if o.leaderElect {
		errs = append(errs, errors.New("--leader-elect=true: leader election is not part of this subset"))
	}
	known := sets.New(controllerNames()...)
	for i, name := range o.controllers {
		disable := strings.HasPrefix(name, "-")
		canonical := canonicalControllerName(strings.TrimPrefix(name, "-"))
		switch {
		case disable:
			o.controllers[i] = "-" + canonical
		case name == "*" || known.Has(canonical):
			o.controllers[i] = canonical
		default:
			errs = append(errs, fmt.Errorf("--controllers: %q is not part of this subset (%s)",
				name, strings.Join(controllerNames(), ", ")))
		}
	}
	return errors.Join(errs...)
}

// run starts the controllers and blocks until ctx is done, unless something keeps
// them from starting.
func (o *controllerManagerOptions) run(ctx context.Context) error {
	logger := klog.FromContext(ctx)
	logger.Info("Starting", "version", version.Get())

	c, err := o.newControllerContext(ctx)
	if err != nil {
		return err
	}
	if err := controllermanager.WaitForAPIServer(c.rootClient, 10*time.Second); err != nil {
		return fmt.Errorf("failed to wait for apiserver being healthy: %w", err)
	}

	var loops []func(context.Context)
	var checks []healthz.HealthChecker
	for _, d := range controllerDescriptors {
		if !controllermanager.IsControllerEnabled(d.name, nil, o.controllers) {
			logger.Info("Warning: controller is disabled", "controller", d.name)
			continue
		}
		loop, err := d.build(klog.NewContext(ctx, klog.LoggerWithName(logger, d.name)), c)
		if err != nil {
			return fmt.Errorf("error initializing %s: %w", d.name, err)
		}
		loops = append(loops, loop)
		checks = append(checks, healthz.NamedCheck(d.name, healthz.PingHealthz.Check))
	}
	if err := o.serveHealth(ctx, checks); err != nil {
		return err
	}

	c.informers.Start(ctx.Done())
	c.objectOrMetadataInformers.Start(ctx.Done())
	close(c.informersStarted)
	for _, loop := range loops {
		go loop(ctx)
	}
	<-ctx.Done()
	return nil
}

// serveHealth answers /healthz, /livez and /readyz, and nothing else, unless
// --secure-port=0.
func (o *controllerManagerOptions) serveHealth(ctx context.Context, checks []healthz.HealthChecker) error {
	if err := o.secureServing.MaybeDefaultWithSelfSignedCerts("localhost", nil, []net.IP{net.IPv4(127, 0, 0, 1)}); err != nil {
		return fmt.Errorf("error creating self-signed certificates: %w", err)
	}
	var serving *server.SecureServingInfo
	if err := o.secureServing.ApplyTo(&serving); err != nil || serving == nil {
		return err
	}
	handler := mux.NewPathRecorderMux(controllerManagerName)
	healthz.InstallHandler(handler, checks...)
	healthz.InstallLivezHandler(handler, checks...)
	healthz.InstallReadyzHandler(handler, checks...)
	_, _, err := serving.Serve(handler, 0, ctx.Done())
	return err
}

// controllerContext is what the controllers are built from: the part of
// upstream's type of that name which they need.
type controllerContext struct {
	clients                   clientbuilder.ControllerClientBuilder
	rootClient                kubernetes.Interface
	informers                 informers.SharedInformerFactory
	objectOrMetadataInformers informerfactory.InformerFactory
	restMapper                *restmapper.DeferredDiscoveryRESTMapper
	metadataClient            metadata.Interface
	informersStarted          chan struct{}
	resyncPeriod              func() time.Duration
	config                    kcmconfig.KubeControllerManagerConfiguration
}

// defaultConfig returns upstream's defaults for the controllers of the subset.
func defaultConfig() kcmconfig.KubeControllerManagerConfiguration {
	var c kcmconfig.KubeControllerManagerConfiguration
	// These two are set in the controller manager's own defaults.go.
	c.Generic.ClientConnection.QPS = 20
	c.Generic.ClientConnection.Burst = 30
	cmdefaults.RecommendedDefaultGenericControllerManagerConfiguration(&c.Generic)
	nsdefaults.RecommendedDefaultNamespaceControllerConfiguration(&c.NamespaceController)
	gcdefaults.RecommendedDefaultGarbageCollectorControllerConfiguration(&c.GarbageCollectorController)
	quotadefaults.RecommendedDefaultResourceQuotaControllerConfiguration(&c.ResourceQuotaController)
	return c
}

func (o *controllerManagerOptions) newControllerContext(ctx context.Context) (*controllerContext, error) {
	c := &controllerContext{config: defaultConfig(), informersStarted: make(chan struct{})}
	minResync := float64(c.config.Generic.MinResyncPeriod.Duration)
	c.resyncPeriod = func() time.Duration { return time.Duration(minResync * (rand.Float64() + 1)) }

	kubeconfig, err := clientcmd.BuildConfigFromFlags("", o.kubeconfig)
	if err != nil {
		return nil, err
	}
	connection := c.config.Generic.ClientConnection
	kubeconfig.DisableCompression = true
	kubeconfig.AcceptContentTypes = connection.AcceptContentTypes
	kubeconfig.ContentType = connection.ContentType
	kubeconfig.QPS = connection.QPS
	kubeconfig.Burst = int(connection.Burst)

	root := clientbuilder.SimpleControllerClientBuilder{ClientConfig: kubeconfig}
	c.clients = root
	if o.useServiceAccountCredentials {
		client, err := kubernetes.NewForConfig(rest.AddUserAgent(rest.CopyConfig(kubeconfig), controllerManagerName))
		if err != nil {
			return nil, err
		}
		c.clients = clientbuilder.NewDynamicClientBuilder(
			rest.AnonymousClientConfig(kubeconfig), client.CoreV1(), "kube-system")
	}

	if c.rootClient, err = root.Client("shared-informers"); err != nil {
		return nil, err
	}
	metadataConfig, err := root.Config("metadata-informers")
	if err != nil {
		return nil, err
	}
	if c.metadataClient, err = metadata.NewForConfig(metadataConfig); err != nil {
		return nil, err
	}
	c.informers = informers.NewSharedInformerFactoryWithOptions(
		c.rootClient, c.resyncPeriod(), informers.WithTransform(trimManagedFields))
	c.objectOrMetadataInformers = informerfactory.NewInformerFactory(c.informers,
		metadatainformer.NewSharedInformerFactoryWithOptions(
			c.metadataClient, c.resyncPeriod(), metadatainformer.WithTransform(trimManagedFields)))

	discovery, err := root.DiscoveryClient("controller-discovery")
	if err != nil {
		return nil, err
	}
	c.restMapper = restmapper.NewDeferredDiscoveryRESTMapper(memory.NewMemCacheClient(discovery))
	go wait.Until(c.restMapper.Reset, 30*time.Second, ctx.Done())
	return c, nil
}

// trimManagedFields keeps managedFields out of the informers' memory.
func trimManagedFields(obj any) (any, error) {
	if accessor, err := meta.Accessor(obj); err == nil && accessor.GetManagedFields() != nil {
		accessor.SetManagedFields(nil)
	}
	return obj, nil
}

// canonicalControllerName resolves the short names that upstream still accepts.
func canonicalControllerName(name string) string {
	switch name {
	case "namespace":
		return names.NamespaceController
	case "garbagecollector":
		return names.GarbageCollectorController
	case "resourcequota":
		return names.ResourceQuotaController
	case "serviceaccount":
		return names.ServiceAccountController
	}
	return name
}
