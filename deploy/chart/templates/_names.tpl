{{- /* The names of what belongs to one part. Call with (dict "root" $ "part" "api"). */ -}}
{{- define "bundlewire.name" -}}
{{ printf "%s-%s" .root.Release.Name .part | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "bundlewire.selector" -}}
app.kubernetes.io/name: bundlewire
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .part }}
{{- end }}

{{- define "bundlewire.labels" -}}
{{ include "bundlewire.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end }}

{{- /* The image of a part; `image` of the call takes precedence over the chart's. */ -}}
{{- define "bundlewire.image" -}}
{{- $image := .root.Values.image -}}
{{- $own := .image | default dict -}}
{{- $digest := ternary $own.digest $image.digest (or (not (empty $own.digest)) (not (empty $own.tag))) -}}
{{- if $digest -}}
{{ $image.repository }}@{{ $digest }}
{{- else -}}
{{ $image.repository }}:{{ $own.tag | default $image.tag | default .root.Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- /* The name of the workers' build: the start of the image's digest, or its tag. */ -}}
{{- define "bundlewire.buildId" -}}
{{- $image := .Values.image -}}
{{- if $image.digest -}}
{{ $image.digest | trimPrefix "sha256:" | trunc 12 }}
{{- else -}}
{{ $image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{- /* The file in which a key of a Secret is mounted, and the setting that names the file. */ -}}
{{- define "bundlewire.settingOfKey" -}}
{{- get (dict
  "database_url" "DATABASE_URL_FILE"
  "gateways" "GATEWAYS_FILE"
  "secrets_key" "SECRETS_KEY_FILE"
  "secrets_keys_former" "SECRETS_KEYS_FORMER_FILE"
  "auth_secret" "AUTH_SECRET_FILE"
  "porting_key" "PORTING_KEY_FILE"
  "smtp_url" "SMTP_URL_FILE") . -}}
{{- end }}
