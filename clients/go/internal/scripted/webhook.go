package scripted

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"time"
)

// Event is the body of a webhook.
const Event = `{"id":"evt_1","object":"event","type":"purchase.successful","created_at":"2026-01-01T00:00:00.000Z",
	"data":{"object":{"id":"pur_1","object":"purchase","status":"successful","reference":"order-1"}}}`

// Sign makes the headers of a webhook that is sent now.
func Sign(body, secret string) http.Header {
	timestamp := fmt.Sprint(time.Now().Unix())
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "." + body))
	return http.Header{
		"Svc-Timestamp": {timestamp}, "Svc-Signature": {"v1=" + hex.EncodeToString(mac.Sum(nil))},
	}
}
