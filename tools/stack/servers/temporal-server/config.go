package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"strconv"
	"time"

	"github.com/google/uuid"
	"go.temporal.io/server/common/cluster"
	"go.temporal.io/server/common/config"
	"go.temporal.io/server/common/membership/static"
	"go.temporal.io/server/common/persistence/sql/sqlplugin/sqlite"
	"go.temporal.io/server/common/primitives"
	"go.temporal.io/server/common/testing/freeport"
	schema "go.temporal.io/server/schema/sqlite"
)

const (
	clusterName = "active"
	storeName   = "sqlite"
	namespace   = "default"
	disabled    = "disabled"
)

// prepareStore returns the settings of SQLite. A missing file gets its tables, and the namespace with its search attributes.
func prepareStore(o options) (*config.SQL, error) {
	store := &config.SQL{
		PluginName:        sqlite.PluginName,
		DatabaseName:      o.database,
		ConnectAttributes: map[string]string{"mode": "rwc"},
	}
	for name, value := range o.pragmas {
		store.ConnectAttributes[name] = value
	}
	if _, err := os.Stat(o.database); errors.Is(err, os.ErrNotExist) {
		if err := schema.SetupSchema(store); err != nil {
			// A file with half of the tables would prevent every later start.
			return nil, errors.Join(fmt.Errorf("the tables of %s: %w", o.database, err), os.Remove(o.database))
		}
	}
	types, err := attributeTypes(o)
	if err != nil {
		return nil, err
	}
	wanted, err := schema.NewNamespaceConfig(clusterName, namespace, false, types)
	if err != nil {
		return nil, err
	}
	// An existing namespace stays as it is.
	if err := schema.CreateNamespaces(store, wanted); err != nil {
		return nil, fmt.Errorf("the namespace in %s (delete the file if its first start was interrupted): %w", o.database, err)
	}
	return store, nil
}

// serverConfig has one shard, as all shards would share the one connection to SQLite. It exports no metrics.
func serverConfig(o options, store *config.SQL) *config.Config {
	conf := &config.Config{
		Persistence: config.Persistence{
			DefaultStore:     storeName,
			VisibilityStore:  storeName,
			NumHistoryShards: 1,
			DataStores:       map[string]config.DataStore{storeName: {SQL: store}},
		},
		ClusterMetadata: &cluster.Config{
			FailoverVersionIncrement: 10,
			MasterClusterName:        clusterName,
			CurrentClusterName:       clusterName,
			ClusterInformation: map[string]cluster.ClusterInformation{clusterName: {
				Enabled:                true,
				InitialFailoverVersion: 1,
				RPCAddress:             o.address(),
				ClusterID:              uuid.NewString(),
			}},
		},
		DCRedirectionPolicy: config.DCRedirectionPolicy{Policy: "noop"},
		PublicClient:        config.PublicClient{HostPort: o.address()},
		Services:            map[string]config.Service{},
	}
	conf.Global.Membership = config.Membership{MaxJoinDuration: 30 * time.Second, BroadcastAddress: o.ip}
	conf.Archival.History.State = disabled
	conf.Archival.Visibility.State = disabled
	conf.NamespaceDefaults.Archival.History.State = disabled
	conf.NamespaceDefaults.Archival.Visibility.State = disabled
	for _, name := range []primitives.ServiceName{
		primitives.FrontendService, primitives.HistoryService, primitives.MatchingService, primitives.WorkerService,
	} {
		port := o.port
		if name != primitives.FrontendService {
			port = freeport.MustGetFreePort()
		}
		conf.Services[string(name)] = config.Service{RPC: config.RPC{GRPCPort: port, BindOnIP: o.ip}}
	}
	return conf
}

// staticHosts says where each service listens, so that they need not find each other.
func staticHosts(conf *config.Config) map[primitives.ServiceName]static.Hosts {
	hosts := map[primitives.ServiceName]static.Hosts{}
	for name, service := range conf.Services {
		address := net.JoinHostPort(service.RPC.BindOnIP, strconv.Itoa(service.RPC.GRPCPort))
		hosts[primitives.ServiceName(name)] = static.SingleLocalHost(address)
	}
	return hosts
}
