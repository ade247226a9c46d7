// Program temporal is Temporal's development server: all its services, SQLite and the UI in one process. It takes those flags of
// `temporal server start-dev` that our tools use, so they can start either.
package main

import (
	"fmt"
	"os"
	"os/signal"
	"syscall"

	uiserver "github.com/temporalio/ui-server/v2/server"
	uiconfig "github.com/temporalio/ui-server/v2/server/config"
	uioptions "github.com/temporalio/ui-server/v2/server/server_options"
	"go.temporal.io/server/common/authorization"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/log"
	"go.temporal.io/server/temporal"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run serves until the process is asked to end. During the start, SIGTERM ends the process at once.
func run(arguments []string) error {
	o, err := parse(arguments)
	if err != nil {
		return err
	}
	server, err := newServer(o)
	if err != nil {
		return err
	}
	ui := newUI(o)
	// It ends the process if it cannot listen.
	go func() { _ = ui.Start() }()
	if err := server.Start(); err != nil {
		return err
	}
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGINT, syscall.SIGTERM)
	<-asked
	ui.Stop()
	return server.Stop()
}

func newServer(o options) (temporal.Server, error) {
	store, err := prepareStore(o)
	if err != nil {
		return nil, err
	}
	conf := serverConfig(o, store)
	return temporal.NewServer(
		temporal.WithConfig(conf),
		temporal.ForServices(temporal.DefaultServices),
		temporal.WithStaticHosts(staticHosts(conf)),
		temporal.WithDynamicConfigClient(dynamicConfig(o)),
		temporal.WithLogger(log.NewZapLogger(log.BuildZapLogger(log.Config{Level: o.logLevel}))),
		temporal.WithAuthorizer(authorization.NewNoopAuthorizer()),
		temporal.WithClaimMapper(func(*config.Config) authorization.ClaimMapper {
			return authorization.NewNoopClaimMapper()
		}),
	)
}

func newUI(o options) *uiserver.Server {
	return uiserver.NewServer(uioptions.WithConfigProvider(&uiconfig.Config{
		Host:                o.ip,
		Port:                o.uiPort,
		TemporalGRPCAddress: o.address(),
		EnableUI:            true,
		// It is served without TLS.
		CORS:             uiconfig.CORS{CookieInsecure: true},
		DisableNewsFetch: true,
		HideLogs:         true,
	}))
}
