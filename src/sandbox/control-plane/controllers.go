package main

import (
	"context"
	"sync"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apiserver/pkg/quota/v1/generic"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/metadata"
	"k8s.io/klog/v2"
	"k8s.io/kubernetes/cmd/kube-controller-manager/names"
	"k8s.io/kubernetes/pkg/controller"
	"k8s.io/kubernetes/pkg/controller/garbagecollector"
	"k8s.io/kubernetes/pkg/controller/namespace"
	"k8s.io/kubernetes/pkg/controller/resourcequota"
	"k8s.io/kubernetes/pkg/controller/serviceaccount"
	quotainstall "k8s.io/kubernetes/pkg/quota/v1/install"
)

// discoveryPeriod is how often the garbage collector and the quota controller
// look for new resource types. Upstream hard-codes the same value.
const discoveryPeriod = 30 * time.Second

// controllerDescriptors are the controllers of the subset. Each build function
// mirrors the one of the same controller in upstream's
// cmd/kube-controller-manager/app/core.go.
var controllerDescriptors = []struct {
	name  string
	build func(context.Context, *controllerContext) (loop func(context.Context), err error)
}{
	{names.NamespaceController, newNamespaceController},
	{names.GarbageCollectorController, newGarbageCollector},
	{names.ResourceQuotaController, newResourceQuotaController},
	{names.ServiceAccountController, newServiceAccountController},
}

func controllerNames() []string {
	all := make([]string, len(controllerDescriptors))
	for i, d := range controllerDescriptors {
		all[i] = d.name
	}
	return all
}

func newNamespaceController(ctx context.Context, c *controllerContext) (func(context.Context), error) {
	config, err := c.clients.Config("namespace-controller")
	if err != nil {
		return nil, err
	}
	// Emptying a namespace takes many calls; upstream raises the limits as well.
	config.QPS *= 20
	config.Burst *= 100
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	metadataClient, err := metadata.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	settings := c.config.NamespaceController
	nc := namespace.NewNamespaceController(ctx, client, metadataClient,
		client.Discovery().ServerPreferredNamespacedResources,
		c.informers.Core().V1().Namespaces(),
		settings.NamespaceSyncPeriod.Duration, corev1.FinalizerKubernetes)
	return func(ctx context.Context) { nc.Run(ctx, int(settings.ConcurrentNamespaceSyncs)) }, nil
}

func newGarbageCollector(ctx context.Context, c *controllerContext) (func(context.Context), error) {
	const user = "generic-garbage-collector"
	client, err := c.clients.Client(user)
	if err != nil {
		return nil, err
	}
	discovery, err := c.clients.DiscoveryClient(user)
	if err != nil {
		return nil, err
	}
	config, err := c.clients.Config(user)
	if err != nil {
		return nil, err
	}
	config.QPS *= 2 // each deletion takes two calls
	metadataClient, err := metadata.NewForConfig(config)
	if err != nil {
		return nil, err
	}
	graph := garbagecollector.NewDependencyGraphBuilder(ctx, c.metadataClient, c.restMapper,
		garbagecollector.DefaultIgnoredResources(), c.objectOrMetadataInformers, c.informersStarted)
	gc, err := garbagecollector.NewComposedGarbageCollector(ctx, client, metadataClient, c.restMapper, graph)
	if err != nil {
		return nil, err
	}
	workers := int(c.config.GarbageCollectorController.ConcurrentGCSyncs)
	return concurrently(
		func(ctx context.Context) { gc.Run(ctx, workers, discoveryPeriod) },
		func(ctx context.Context) { gc.Sync(ctx, discovery, discoveryPeriod) },
	), nil
}

func newResourceQuotaController(ctx context.Context, c *controllerContext) (func(context.Context), error) {
	const user = "resourcequota-controller"
	client, err := c.clients.Client(user)
	if err != nil {
		return nil, err
	}
	discovery, err := c.clients.DiscoveryClient(user)
	if err != nil {
		return nil, err
	}
	quotas, err := quotainstall.NewQuotaConfigurationForControllers(
		generic.ListerFuncForResourceFunc(c.informers.ForResource), c.informers)
	if err != nil {
		return nil, err
	}
	settings := c.config.ResourceQuotaController
	rq, err := resourcequota.NewController(ctx, &resourcequota.ControllerOptions{
		QuotaClient:               client.CoreV1(),
		ResourceQuotaInformer:     c.informers.Core().V1().ResourceQuotas(),
		ResyncPeriod:              controller.StaticResyncPeriodFunc(settings.ResourceQuotaSyncPeriod.Duration),
		InformerFactory:           c.objectOrMetadataInformers,
		ReplenishmentResyncPeriod: c.resyncPeriod,
		DiscoveryFunc:             discovery.ServerPreferredNamespacedResources,
		IgnoredResourcesFunc:      quotas.IgnoredResources,
		InformersStarted:          c.informersStarted,
		Registry:                  generic.NewRegistry(quotas.Evaluators()),
		UpdateFilter:              quotainstall.DefaultUpdateFilter(),
	})
	if err != nil {
		return nil, err
	}
	return concurrently(
		func(ctx context.Context) { rq.Run(ctx, int(settings.ConcurrentResourceQuotaSyncs)) },
		func(ctx context.Context) {
			rq.Sync(ctx, discovery.ServerPreferredNamespacedResources, discoveryPeriod)
		},
	), nil
}

func newServiceAccountController(ctx context.Context, c *controllerContext) (func(context.Context), error) {
	client, err := c.clients.Client("service-account-controller")
	if err != nil {
		return nil, err
	}
	sac, err := serviceaccount.NewServiceAccountsController(klog.FromContext(ctx),
		c.informers.Core().V1().ServiceAccounts(), c.informers.Core().V1().Namespaces(),
		client, serviceaccount.DefaultServiceAccountsControllerOptions())
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) { sac.Run(ctx, 1) }, nil
}

// concurrently returns a loop that runs the given loops until all have ended.
func concurrently(loops ...func(context.Context)) func(context.Context) {
	return func(ctx context.Context) {
		var wg sync.WaitGroup
		for _, loop := range loops {
			wg.Go(func() { loop(ctx) })
		}
		wg.Wait()
	}
}
