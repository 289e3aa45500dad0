// Command control-plane is a small Kubernetes control plane in one multi-call
// binary: etcd, kube-apiserver, a subset of kube-controller-manager, and
// kubectl.
//
// The program to run is taken from the name that the binary is called by, so
// links named after the programs work like the programs themselves. Under any
// other name, the first argument names the program:
//
//	kubectl get namespaces
//	control-plane kubectl get namespaces
//
// Everything except the selection of controllers (see controllermanager.go) is
// upstream code, entered where the upstream main packages enter it.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	_ "time/tzdata" // kube-apiserver: time zones in CronJobs

	"go.etcd.io/etcd/server/v3/etcdmain"
	_ "k8s.io/client-go/plugin/pkg/client/auth" // kubectl: auth plugins
	"k8s.io/component-base/cli"
	"k8s.io/component-base/logs"
	_ "k8s.io/component-base/logs/json/register"          // --logging-format=json
	_ "k8s.io/component-base/metrics/prometheus/clientgo" // client-go metrics
	_ "k8s.io/component-base/metrics/prometheus/version"  // version metric
	kubectl "k8s.io/kubectl/pkg/cmd"
	kubectlutil "k8s.io/kubectl/pkg/cmd/util"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
)

// program runs one of the programs. os.Args is its own command line: its name,
// then its arguments.
type program func() (exitCode int)

var programs = map[string]program{
	"etcd":                    runEtcd,
	"kube-apiserver":          runAPIServer,
	"kube-controller-manager": runControllerManager,
	"kubectl":                 runKubectl,
}

const usage = `control-plane is etcd, kube-apiserver, kube-controller-manager (namespace,
garbage collector, resource quota and service account controllers only) and
kubectl in one binary.

Usage:
  control-plane PROGRAM [ARGUMENT]...
  PROGRAM [ARGUMENT]...    when the binary is called by the program's name

Programs: etcd, kube-apiserver, kube-controller-manager, kubectl
`

func main() {
	run, ok := programs[filepath.Base(os.Args[0])]
	if !ok && len(os.Args) > 1 {
		if run, ok = programs[os.Args[1]]; ok {
			os.Args = os.Args[1:]
		} else {
			fmt.Fprintf(os.Stderr, "control-plane: unknown program %q\n\n", os.Args[1])
		}
	}
	if !ok {
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	}
	os.Exit(run())
}

func runEtcd() int {
	etcdmain.Main(os.Args) // exits by itself on errors
	return 0
}

func runAPIServer() int {
	return cli.Run(apiserver.NewAPIServerCommand())
}

func runControllerManager() int {
	return cli.Run(newControllerManagerCommand())
}

// runKubectl does what the upstream main function of kubectl does.
func runKubectl() int {
	// Verbosity must be known before the command is built.
	_, _ = logs.GlogSetter(kubectl.GetLogVerbosity(os.Args))
	if err := cli.RunNoErrOutput(kubectl.NewDefaultKubectlCommand()); err != nil {
		kubectlutil.CheckErr(err) // prints the error and exits
	}
	return 0
}
