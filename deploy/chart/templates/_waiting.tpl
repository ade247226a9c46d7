{{- /*
SQL that counts the outbox rows that more workers could take now. Call with the network queues of a group, or none for all.
Rows of a network count only as far as the network lets them through: more workers do not send faster than its rate.
*/ -}}
{{- define "bundlewire.waiting" -}}
SELECT (SELECT count(*) FROM outbox o WHERE o.claimed_until = '-infinity' AND NOT EXISTS (SELECT FROM network_queues n WHERE n.queue = o.queue)) + (SELECT coalesce(sum(least(w.waiting, ceil(n.rate_per_second * 5))), 0) FROM network_queues n CROSS JOIN LATERAL (SELECT count(*) AS waiting FROM outbox o WHERE o.queue = n.queue AND o.claimed_until = '-infinity') w{{ if . }} WHERE n.queue IN ({{ range $nth, $queue := . }}{{ if $nth }}, {{ end }}'{{ $queue }}'{{ end }}){{ end }}) AS waiting
{{- end }}
