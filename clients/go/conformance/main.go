// Command conformance is the driver of this package: it reads one call per line as JSON from standard input, and
// writes one result per line to standard output. The page clients/conformance.md describes it.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"regexp"
	"strconv"
	"time"

	bundlewire "github.com/bundlewire/bundlewire-go"
)

type line struct {
	ID   json.RawMessage `json:"id"`
	Call string          `json:"call"`
	Args json.RawMessage `json:"args"`
}

type result struct {
	ID    json.RawMessage `json:"id"`
	OK    json.RawMessage `json:"ok,omitempty"`
	Error *failure        `json:"error,omitempty"`
}

func main() {
	client, err := open()
	calls := callsOf(client)
	input := bufio.NewReaderSize(os.Stdin, 1<<20)
	for {
		text, readErr := input.ReadBytes('\n')
		if len(text) > 1 {
			fmt.Println(string(answer(text, calls, err)))
		}
		if readErr != nil {
			return
		}
	}
}

// open creates the client that the environment describes.
func open() (*bundlewire.Client, error) {
	logger := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
	options := []bundlewire.Option{bundlewire.WithLogger(logger)}
	if limit := number("BUNDLEWIRE_TIMEOUT_MS"); limit > 0 {
		options = append(options, bundlewire.WithTimeout(milliseconds(limit)))
	}
	attempts, within := number("BUNDLEWIRE_RETRY_ATTEMPTS"), number("BUNDLEWIRE_RETRY_WITHIN_MS")
	if attempts > 0 || within > 0 {
		options = append(options, bundlewire.WithRetries(or(attempts, 20), milliseconds(or(within, 60_000))))
	}
	if first := number("BUNDLEWIRE_POLL_MS"); first > 0 {
		options = append(options, bundlewire.WithPollInterval(milliseconds(first)))
	}
	if value, isSet := os.LookupEnv("BUNDLEWIRE_SANDBOX"); isSet {
		options = append(options, bundlewire.WithSandbox(value))
	}
	return bundlewire.NewClient(os.Getenv("BUNDLEWIRE_BASE_URL"), os.Getenv("BUNDLEWIRE_API_KEY"), options...)
}

// answer makes one call. A client that refused its settings answers every call with that error.
func answer(text []byte, calls map[string]call, settings error) []byte {
	var asked line
	err := json.Unmarshal(text, &asked)
	if err == nil {
		err = settings
	}
	var value any
	if err == nil {
		do, known := calls[asked.Call]
		if known {
			value, err = do(context.Background(), asked.Args)
		} else {
			err = &bundlewire.ArgumentError{Argument: "call", Message: "is not known: " + asked.Call}
		}
	}
	given := result{ID: asked.ID}
	if err == nil {
		given.OK, err = json.Marshal(value)
		given.OK = padTimes(given.OK)
	}
	if err != nil {
		given.Error = describe(err)
	}
	written, err := json.Marshal(given)
	if err != nil {
		panic(err)
	}
	return written
}

var shortTime = regexp.MustCompile(`"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,2})?Z"`)

// padTimes writes times with milliseconds, as the API does. Go leaves out zeros at the end.
func padTimes(value json.RawMessage) json.RawMessage {
	return shortTime.ReplaceAllFunc(value, func(text []byte) []byte {
		parts := shortTime.FindSubmatch(text)
		fraction := string(parts[2])
		if fraction == "" {
			fraction = "."
		}
		for len(fraction) < 4 {
			fraction += "0"
		}
		return []byte(`"` + string(parts[1]) + fraction + `Z"`)
	})
}

func number(name string) int {
	value, _ := strconv.Atoi(os.Getenv(name))
	return value
}

func milliseconds(count int) time.Duration { return time.Duration(count) * time.Millisecond }

func or(value, otherwise int) int {
	if value > 0 {
		return value
	}
	return otherwise
}
