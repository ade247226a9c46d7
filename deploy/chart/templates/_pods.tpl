{{- /* Parts of a pod's specification that all processes share. Call with (dict "root" $ "part" … "secret" $.Values.secrets.…). */ -}}
{{- define "bundlewire.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- end }}

{{- define "bundlewire.container" -}}
image: {{ include "bundlewire.image" . }}
imagePullPolicy: {{ .root.Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  capabilities: { drop: [ALL] }
volumeMounts:
  {{- if ne .part "activation" }}
  - { name: secrets, mountPath: /run/secrets, readOnly: true }
  {{- end }}
  - { name: tmp, mountPath: /tmp }
{{- end }}

{{- define "bundlewire.volumes" -}}
volumes:
  - name: secrets
    secret:
      secretName: {{ .secret.name }}
      defaultMode: 0440
      items:
        {{- range .secret.keys }}
        {{- if ne . "otlp_headers" }}
        - { key: {{ . }}, path: {{ . }} }
        {{- end }}
        {{- end }}
  - name: tmp
    emptyDir: { sizeLimit: {{ .temporaryFiles | default "64Mi" }} }
{{- end }}

{{- /* The paths of secrets, then settings: later ones of `settings` take precedence. */ -}}
{{- define "bundlewire.environment" -}}
{{- $secret := .secret -}}
{{- range $secret.keys }}
{{- if eq . "otlp_headers" }}
- name: OTEL_EXPORTER_OTLP_HEADERS
  valueFrom: { secretKeyRef: { name: {{ $secret.name }}, key: {{ . }} } }
{{- else }}
- { name: {{ include "bundlewire.settingOfKey" . }}, value: /run/secrets/{{ . }} }
{{- end }}
{{- end }}
{{- range $name, $value := merge (dict) (.settings | default dict) (.shared | default dict) }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}

{{- define "bundlewire.spread" -}}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ . }}
    whenUnsatisfiable: ScheduleAnyway
    matchLabelKeys: [pod-template-hash]
    labelSelector:
      matchLabels:
        {{- include "bundlewire.selector" $ | nindent 8 }}
  {{- end }}
{{- end }}

{{- define "bundlewire.scheduling" -}}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
