// Package scripted has a server for tests, which gives prepared answers and can fail as networks do.
package scripted

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// Reply answers one request.
type Reply func(response http.ResponseWriter, request *http.Request)

// Request is a request that the server received.
type Request struct {
	Method, URI string
	Header      http.Header
	Body        string
}

// Server gives its replies in order, and the last one to all further requests.
type Server struct {
	URL string

	mutex    sync.Mutex
	replies  []Reply
	requests []Request
}

// New starts a server that ends with the test.
func New(t testing.TB, replies ...Reply) *Server {
	server := &Server{replies: replies}
	started := httptest.NewServer(server)
	t.Cleanup(func() {
		started.CloseClientConnections()
		started.Close()
	})
	server.URL = started.URL
	return server
}

// ServeHTTP gives the next reply.
func (s *Server) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	s.mutex.Lock()
	reply := s.replies[0]
	if len(s.replies) > 1 {
		s.replies = s.replies[1:]
	}
	nth := len(s.requests)
	s.requests = append(s.requests, Request{Method: request.Method, URI: request.RequestURI, Header: request.Header})
	s.mutex.Unlock()
	body := &recorder{from: request.Body}
	request.Body = body
	defer func() {
		s.mutex.Lock()
		s.requests[nth].Body = string(body.read)
		s.mutex.Unlock()
	}()
	reply(response, request)
}

type recorder struct {
	from io.ReadCloser
	read []byte
}

func (r *recorder) Read(into []byte) (int, error) {
	count, err := r.from.Read(into)
	r.read = append(r.read, into[:count]...)
	return count, err
}

func (r *recorder) Close() error { return r.from.Close() }

// Requests returns all requests that were received so far.
func (s *Server) Requests() []Request {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return append([]Request(nil), s.requests...)
}

// Answer sends a body. Headers are pairs of a name and a value.
func Answer(status int, kind, body string, headers ...string) Reply {
	return func(response http.ResponseWriter, request *http.Request) {
		io.Copy(io.Discard, request.Body)
		response.Header().Set("Content-Type", kind)
		for index := 0; index+1 < len(headers); index += 2 {
			response.Header().Set(headers[index], headers[index+1])
		}
		response.WriteHeader(status)
		io.WriteString(response, body)
	}
}

// JSON sends an object of the API.
func JSON(status int, body string, headers ...string) Reply {
	return Answer(status, "application/json; charset=utf-8", body, headers...)
}

// Refuse sends an error of the API.
func Refuse(status int, code string, retryable bool, headers ...string) Reply {
	return JSON(status, fmt.Sprintf(
		`{"error":{"code":%q,"message":"As the API says it.","retryable":%t,"request_id":"req_1"}}`, code, retryable,
	), headers...)
}

// HTML sends the page of a proxy.
func HTML(status int) Reply { return Answer(status, "text/html", "<html>proxy</html>") }

// Lost reads the request, and closes the connection without an answer.
func Lost(response http.ResponseWriter, request *http.Request) {
	io.Copy(io.Discard, request.Body)
	panic(http.ErrAbortHandler)
}

// Unread closes the connection after the first bytes of the request.
func Unread(response http.ResponseWriter, request *http.Request) {
	request.Body.Read(make([]byte, 10))
	panic(http.ErrAbortHandler)
}

// Broken sends the first half of a body, and closes the connection.
func Broken(kind, body string) Reply {
	return func(response http.ResponseWriter, request *http.Request) {
		io.Copy(io.Discard, request.Body)
		response.Header().Set("Content-Type", kind)
		io.WriteString(response, body[:len(body)/2])
		response.(http.Flusher).Flush()
		panic(http.ErrAbortHandler)
	}
}

// Silent sends this much of a body, and then nothing until the client closes the connection.
func Silent(body string) Reply {
	return func(response http.ResponseWriter, request *http.Request) {
		io.Copy(io.Discard, request.Body)
		if body != "" {
			io.WriteString(response, body)
			response.(http.Flusher).Flush()
		}
		select {
		case <-request.Context().Done():
		case <-time.After(time.Minute):
		}
	}
}
