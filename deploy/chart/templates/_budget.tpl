{{- /*
The most connections that all processes open, even while an update runs one more pod of each Deployment. A process opens as
many as api/pools.ts and worker/pools.ts allow; test/long/chart compares.
*/ -}}
{{- define "bundlewire.connectionsNeeded" -}}
{{- $api := .Values.api.replicas -}}
{{- if .Values.api.autoscaling.enabled }}{{ $api = .Values.api.autoscaling.maxReplicas }}{{ end -}}
{{- $workers := 0 -}}
{{- range .Values.worker.groups -}}
{{- $most := .replicas -}}
{{- if $.Values.keda.enabled }}{{ $most = .maxReplicas | default .replicas }}{{ end -}}
{{- $workers = add $workers $most 1 -}}
{{- end -}}
{{- /* The migration has 1 connection, verify 3, reconcile 5, archive 1, and KEDA 1 per group. */ -}}
{{- $others := 4 -}}
{{- if .Values.reconcile.enabled }}{{ $others = add $others 5 }}{{ end -}}
{{- if .Values.archive.enabled }}{{ $others = add $others 1 }}{{ end -}}
{{- if .Values.keda.enabled }}{{ $others = add $others (len .Values.worker.groups) }}{{ end -}}
{{- add (mul 35 (add $api 1)) (mul 69 $workers) $others .Values.postgresql.reservedConnections -}}
{{- end }}

{{- /* Stops the rendering with a sentence if the values do not fit together. */ -}}
{{- define "bundlewire.check" -}}
{{- $needed := include "bundlewire.connectionsNeeded" . | int -}}
{{- if gt $needed (int .Values.postgresql.maxConnections) -}}
{{- fail (printf "The processes of these values may open %d connections to PostgreSQL, with %d reserved, but postgresql.maxConnections is %d. Raise max_connections of PostgreSQL and postgresql.maxConnections, put a pooler in front, or lower the replicas. An API pod opens 35, a worker pod 69, and an update runs one more pod of each Deployment." $needed (int .Values.postgresql.reservedConnections) (int .Values.postgresql.maxConnections)) -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.api.trustedProxies) -}}
{{- fail "ingress.enabled needs api.trustedProxies: the CIDRs of the ingress controller's pods. Without them, all clients seem to share one address." -}}
{{- end -}}
{{- $names := list -}}
{{- range .Values.worker.groups -}}
{{- if has .name $names }}{{ fail (printf "worker.groups has two groups with the name %s. Give each its own name." .name) }}{{ end -}}
{{- $names = append $names .name -}}
{{- if lt (int (.maxReplicas | default .replicas)) (int .replicas) }}{{ fail (printf "Group %s of worker.groups has fewer maxReplicas than replicas." .name) }}{{ end -}}
{{- end -}}
{{- if and .Values.api.autoscaling.enabled (lt (int .Values.api.autoscaling.maxReplicas) (int .Values.api.replicas)) -}}
{{- fail "api.autoscaling.maxReplicas is lower than api.replicas. Raise it." -}}
{{- end -}}
{{- end }}
