//go:build go1.25

package behaviour_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	bundlewire "github.com/bundlewire/bundlewire-go"
)

// unreachable is a transport without a network. It keeps when each attempt was made.
type unreachable struct{ sent []time.Time }

func (u *unreachable) RoundTrip(*http.Request) (*http.Response, error) {
	u.sent = append(u.sent, time.Now())
	return nil, errors.New("connection refused")
}

// The clock of synctest goes forward when everything waits, so the minute takes no time.
func TestAttemptsContinueForAMinuteByDefault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		network := &unreachable{}
		client, err := bundlewire.NewClient("https://api.example.com", key,
			bundlewire.WithHTTPClient(&http.Client{Transport: network}))
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		_, err = client.Purchases.Buy(context.Background(), order)
		var unknown *bundlewire.NoAnswerError
		if !errors.As(err, &unknown) || unknown.Attempts != len(network.sent) || unknown.Attempts > 20 {
			t.Fatalf("failed after %d attempts with %v", len(network.sent), err)
		}
		last := network.sent[len(network.sent)-1].Sub(network.sent[0])
		if last <= 50*time.Second || last > time.Minute || time.Since(began) > time.Minute {
			t.Errorf("the last attempt was after %s, and the call took %s", last, time.Since(began))
		}
	})
}

func TestTheMinuteAlsoEndsAttemptsThatAreNotAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		silent := roundTrip(func(request *http.Request) (*http.Response, error) {
			<-request.Context().Done()
			return nil, request.Context().Err()
		})
		client, err := bundlewire.NewClient("https://api.example.com", key,
			bundlewire.WithHTTPClient(&http.Client{Transport: silent}))
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		_, err = client.Balance(context.Background())
		var unknown *bundlewire.NoAnswerError
		// An attempt takes up to 30 s, and none starts after the minute.
		if took := time.Since(began); !errors.As(err, &unknown) || unknown.Attempts != 2 || took > 90*time.Second {
			t.Errorf("failed after %s with %v", took, err)
		}
	})
}

type roundTrip func(*http.Request) (*http.Response, error)

func (r roundTrip) RoundTrip(request *http.Request) (*http.Response, error) { return r(request) }
