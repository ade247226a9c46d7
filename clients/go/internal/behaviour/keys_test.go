package behaviour_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	bundlewire "github.com/bundlewire/bundlewire-go"
	"github.com/bundlewire/bundlewire-go/internal/scripted"
)

const (
	newSecret = "bw_live_secret_of_the_test"
	newKey    = `{"key":"` + newSecret + `","id":"key_1","object":"api_key","last_four":"test","scopes":["all"]}`
)

func TestANewKeyIsNeitherLoggedNorPrinted(t *testing.T) {
	var log bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	server := scripted.New(t, scripted.JSON(201, newKey), scripted.JSON(200, newKey))
	keys := open(t, server, bundlewire.WithLogger(logger)).APIKeys
	created, err := keys.Create(context.Background(), bundlewire.NewAPIKey{Name: "Shop", Scopes: []string{"all"}})
	rotated, rotateErr := keys.Rotate(context.Background(), "key_1", 0)
	if err := errors.Join(err, rotateErr); err != nil || created.Key != newSecret || rotated.Key != newSecret {
		t.Fatal(err)
	}
	logger.Info("created", "key", created, "value", *created)
	shown := log.String() + fmt.Sprintf("%v %+v %#v %s %v", created, created, created, *created, []any{*rotated})
	if strings.Contains(shown, newSecret) || !strings.Contains(shown, "key_1 …test") {
		t.Errorf("shown: %s", shown)
	}
}

func TestANewKeyIsRequestedOnceIfItsAnswerIsLost(t *testing.T) {
	for name, reply := range map[string]scripted.Reply{
		"the connection is lost": scripted.Lost, "the answer breaks off": scripted.Broken("application/json", newKey+newKey),
		"a proxy answers": scripted.HTML(502),
	} {
		t.Run(name, func(t *testing.T) {
			server := scripted.New(t, reply)
			keys := open(t, server).APIKeys
			_, created := keys.Create(context.Background(), bundlewire.NewAPIKey{Name: "Shop", Scopes: []string{"all"}})
			_, rotated := keys.Rotate(context.Background(), "key_1", 0)
			for advice, err := range map[string]error{"list the keys": created, "former_key_until": rotated} {
				var unknown *bundlewire.NoAnswerError
				if !errors.As(err, &unknown) || unknown.Attempts != 1 || !strings.Contains(err.Error(), advice) ||
					strings.Contains(err.Error(), newSecret) {
					t.Errorf("failed with %v", err)
				}
			}
			if len(server.Requests()) != 2 {
				t.Errorf("%d requests", len(server.Requests()))
			}
		})
	}
}
