package bundlewire

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// webhookTolerance is how far Svc-Timestamp may be from the clock.
const webhookTolerance = 5 * time.Minute

var timestampPattern = regexp.MustCompile(`^[0-9]{1,12}$`)

// Verifier checks webhooks. It is safe for concurrent use.
type Verifier struct {
	// Secrets has your signing secret, or the new and the old one while a secret is being replaced. Empty ones are
	// left out; if none is left, every webhook is refused.
	Secrets []string
	// Tolerance is how far Svc-Timestamp may be from the clock; 5 minutes if it is 0.
	Tolerance time.Duration
	// Now is the clock; time.Now if it is nil.
	Now func() time.Time
}

// VerifyWebhook checks that a webhook is genuine, and returns its event. The body is as it arrived, before any
// parsing. The error is *WebhookError: answer 401, and do not use the body.
func VerifyWebhook(body []byte, header http.Header, secrets ...string) (*WebhookEvent, error) {
	return Verifier{Secrets: secrets}.Verify(body, header)
}

// Verify checks that a webhook is genuine, and returns its event.
func (v Verifier) Verify(body []byte, header http.Header) (*WebhookEvent, error) {
	if err := v.VerifySignature(body, header); err != nil {
		return nil, err
	}
	event := new(WebhookEvent)
	if err := json.Unmarshal(body, event); err != nil || event.ID == "" || event.Type == "" {
		return nil, refuse(WebhookNotAnEvent, "the webhook is genuine, but its body is not an event")
	}
	return event, nil
}

// VerifySignature checks that a webhook is genuine, even if its body is not an event.
func (v Verifier) VerifySignature(body []byte, header http.Header) error {
	if err := v.checkSecrets(); err != nil {
		return err
	}
	timestamp, signatures := headerValue(header, "Svc-Timestamp"), headerValue(header, "Svc-Signature")
	if signatures == "" || !timestampPattern.MatchString(timestamp) {
		return refuse(WebhookHeaderMissing, "the header Svc-Timestamp or Svc-Signature is missing or malformed")
	}
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil {
		return refuse(WebhookHeaderMissing, "the header Svc-Timestamp is not a number")
	}
	now, tolerance := time.Now, webhookTolerance
	if v.Now != nil {
		now = v.Now
	}
	if v.Tolerance != 0 {
		tolerance = v.Tolerance
	}
	if now().Sub(time.Unix(seconds, 0)).Abs() > tolerance {
		return refuse(WebhookTimestampTooFar, "the webhook was signed more than "+tolerance.String()+" from now")
	}
	if !v.signed(timestamp, body, strings.Split(signatures, ",")) {
		return refuse(WebhookSignatureWrong, "no signature of the webhook was made with your secret")
	}
	return nil
}

// checkSecrets refuses an unset environment variable: anyone could sign with an empty secret.
func (v Verifier) checkSecrets() error {
	for _, secret := range v.Secrets {
		if secret != "" {
			return nil
		}
	}
	return refuse(WebhookSecretMissing, "every webhook secret is empty: check the variable that it is read from")
}

// signed compares every signature with every secret in constant time.
func (v Verifier) signed(timestamp string, body []byte, signatures []string) bool {
	genuine := 0
	for _, secret := range v.Secrets {
		if secret == "" {
			continue
		}
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(timestamp + "."))
		mac.Write(body)
		expected := []byte("v1=" + hex.EncodeToString(mac.Sum(nil)))
		for _, signature := range signatures {
			genuine |= subtle.ConstantTimeCompare(expected, []byte(strings.TrimSpace(signature)))
		}
	}
	return genuine == 1
}

// headerValue finds a header whose name is in any case. Values of repeated headers are joined.
func headerValue(header http.Header, name string) string {
	var values []string
	for each, given := range header {
		if strings.EqualFold(each, name) {
			values = append(values, given...)
		}
	}
	return strings.Join(values, ",")
}

func refuse(reason WebhookReason, message string) error {
	return &WebhookError{Reason: reason, Message: message}
}

// Events are much smaller: a purchase has at most 20 keys of metadata.
const webhookLimit = 1 << 20

// WebhookHandler receives webhooks. It verifies each one and calls handle. If handle returns nil, the answer is 204.
// If it returns an error, the answer is 500, and the event is sent again later.
//
// The same event can come again: record the ids of events, and ignore repeats. The API waits 10 s for the answer, so
// store the event and process it afterwards. Secrets has one secret, or the new and the old one while a secret is
// being replaced. If every secret is empty, the error is *WebhookError.
func WebhookHandler(
	secrets []string, handle func(ctx context.Context, event *WebhookEvent) error,
) (http.Handler, error) {
	verifier := Verifier{Secrets: append([]string(nil), secrets...)}
	if err := verifier.checkSecrets(); err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(response http.ResponseWriter, request *http.Request) {
		if request.Method != http.MethodPost {
			response.Header().Set("Allow", http.MethodPost)
			http.Error(response, "send a POST", http.StatusMethodNotAllowed)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, webhookLimit))
		if err != nil {
			http.Error(response, "the body cannot be read", http.StatusBadRequest)
			return
		}
		event, err := verifier.Verify(body, request.Header)
		var refused *WebhookError
		if errors.As(err, &refused) {
			http.Error(response, string(refused.Reason), http.StatusUnauthorized)
			return
		}
		if err := handle(request.Context(), event); err != nil {
			http.Error(response, "the event was not handled", http.StatusInternalServerError)
			return
		}
		response.WriteHeader(http.StatusNoContent)
	}), nil
}
