{{/* What tells the services apart beside their values: further secrets, what they reach outside, ports. */}}
{{- define "stoa.traits" -}}
gateway: { http: true, sleepSeconds: 10, graceSeconds: 60, secrets: [keys, files], outside: [files, web] }
messages: { secrets: [standby, keys, files], outside: [files, web] }
users: { secrets: [keys, files, mail, calls], outside: [files, web, mail] }
events: {}
presence: {}
push: { secrets: [push, mail], outside: [relay, mail] }
{{- end }}

{{/*
Labels of an object; its own win over those of the values. Takes root and name, and withoutVersion for pods that a new release
need not start anew.
*/}}
{{- define "stoa.labels" -}}
{{- $labels := dict "app.kubernetes.io/name" .name "app.kubernetes.io/part-of" "stoa" -}}
{{- $_ := set $labels "app.kubernetes.io/instance" .root.Release.Name -}}
{{- if not .withoutVersion -}}
{{- $tag := default .root.Chart.AppVersion .root.Values.image.tag -}}
{{- $_ := set $labels "app.kubernetes.io/version" (regexFind "^.{0,62}[A-Za-z0-9]" $tag) -}}
{{- end -}}
{{ toYaml (merge $labels .root.Values.commonLabels) }}
{{- end }}

{{/* An object's metadata. Takes root, name, and as needed label (another name), labels and annotations. */}}
{{- define "stoa.metadata" -}}
name: {{ .name }}
labels:
  {{- include "stoa.labels" (dict "root" .root "name" (default .name .label)) | nindent 2 }}
  {{- with .labels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with merge (dict) (default (dict) .annotations) .root.Values.commonAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{/* An image, of the registry that stands for all where there is one. Takes root and image. */}}
{{- define "stoa.inRegistry" -}}
{{- $parts := splitList "/" .image -}}
{{- $isRegistry := and (gt (len $parts) 1) (regexMatch "[.:]|^localhost$" (first $parts)) -}}
{{- with .root.Values.global.imageRegistry -}}
{{ . }}/{{ join "/" (ternary (rest $parts) $parts $isRegistry) }}
{{- else -}}
{{ .image }}
{{- end -}}
{{- end }}

{{- define "stoa.image" -}}
{{- $image := .Values.image -}}
{{- $tag := printf ":%s" (default .Chart.AppVersion $image.tag) -}}
{{- if $image.digest -}}
{{- $tag = printf "@%s" $image.digest -}}
{{- end -}}
{{ include "stoa.inRegistry" (dict "root" . "image" (print $image.repository $tag)) }}
{{- end }}

{{/* Image of a container of the release. */}}
{{- define "stoa.containerImage" -}}
image: {{ include "stoa.image" . }}
{{- with .Values.image.pullPolicy }}
imagePullPolicy: {{ . }}
{{- end }}
{{- end }}

{{/* A variable from a secret that exists. Takes secret, key, and optional. */}}
{{- define "stoa.secretVariable" -}}
- name: {{ .key }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret }}
      key: {{ .key }}
      {{- if .optional }}
      optional: true
      {{- end }}
{{- end }}

{{- define "stoa.secretsOfStandby" -}}
{{- $secret := .Values.database.standbySecret -}}
{{ include "stoa.secretVariable" (dict "secret" $secret "key" "STOA_DATABASE_STANDBY_URL" "optional" true) }}
{{- end }}

{{- define "stoa.secretsOfKeys" -}}
{{ include "stoa.secretVariable" (dict "secret" .Values.keys.existingSecret "key" "STOA_API_KEY_SECRET") }}
{{- end }}

{{- define "stoa.secretsOfFiles" -}}
{{- $secret := .Values.storage.s3.existingSecret -}}
{{ include "stoa.secretVariable" (dict "secret" $secret "key" "STOA_UPLOAD_S3_ACCESS_KEY_ID" "optional" true) }}
{{ include "stoa.secretVariable" (dict "secret" $secret "key" "STOA_UPLOAD_S3_SECRET_ACCESS_KEY" "optional" true) }}
{{- end }}

{{- define "stoa.secretsOfMail" -}}
{{ include "stoa.secretVariable" (dict "secret" .Values.mail.existingSecret "key" "STOA_MAIL_URL" "optional" true) }}
{{- end }}

{{- define "stoa.secretsOfCalls" -}}
{{- $secret := .Values.calls.existingSecret -}}
{{ include "stoa.secretVariable" (dict "secret" $secret "key" "STOA_BIG_BLUE_BUTTON_SECRET" "optional" true) }}
{{ include "stoa.secretVariable" (dict "secret" $secret "key" "STOA_ZOOM_CLIENT_SECRET" "optional" true) }}
{{- end }}

{{- define "stoa.secretsOfPush" -}}
{{- $secret := .Values.push.existingSecret -}}
{{ include "stoa.secretVariable" (dict "secret" $secret "key" "STOA_PUSH_KEY_SECRET") }}
{{ include "stoa.secretVariable" (dict "secret" $secret "key" "STOA_PUSH_RELAY_ORG_ID" "optional" true) }}
{{ include "stoa.secretVariable" (dict "secret" $secret "key" "STOA_PUSH_RELAY_ORG_KEY" "optional" true) }}
{{- end }}

{{/* Variables that every part with a database takes from secrets. */}}
{{- define "stoa.secretsOfServers" -}}
{{ include "stoa.secretVariable" (dict "secret" .Values.database.existingSecret "key" "STOA_DATABASE_URL") }}
{{ include "stoa.secretVariable" (dict "secret" .Values.redis.existingSecret "key" "STOA_REDIS_URL") }}
{{- end }}

{{/* Where NATS asks who calls. */}}
{{- define "stoa.secretsOfNats" -}}
{{ include "stoa.secretVariable" (dict "secret" .Values.nats.existingSecret "key" "STOA_NATS_USER" "optional" true) }}
{{ include "stoa.secretVariable" (dict "secret" .Values.nats.existingSecret "key" "STOA_NATS_PASSWORD" "optional" true) }}
{{- end }}

{{/* Where the collector of traces asks who sends. */}}
{{- define "stoa.secretsOfTraces" -}}
{{- $secret := .Values.traces.existingSecret -}}
{{ include "stoa.secretVariable" (dict "secret" $secret "key" "STOA_TRACE_HEADERS" "optional" true) }}
{{- end }}

{{/* What pods of the release, those of servers as well, pull their images with. */}}
{{- define "stoa.pullSecrets" -}}
{{- $names := .Values.image.pullSecrets -}}
{{- range .Values.global.imagePullSecrets -}}
{{- if kindIs "map" . -}}
{{- $names = append $names .name -}}
{{- else -}}
{{- $names = append $names . -}}
{{- end -}}
{{- end -}}
{{- with uniq $names }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end }}

{{- define "stoa.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  {{- if not .Values.arbitraryUser }}
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  {{- end }}
  seccompProfile: { type: RuntimeDefault }
{{- include "stoa.pullSecrets" . }}
{{- end }}

{{- define "stoa.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/* Where pods go. Takes pods: values of all services and the service's own together. */}}
{{- define "stoa.scheduling" -}}
{{- range $key := list "nodeSelector" "affinity" "tolerations" "dnsConfig" "hostAliases" }}
{{- with index $.pods $key }}
{{ $key }}:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end }}
{{- range $key := list "priorityClassName" "runtimeClassName" "schedulerName" "dnsPolicy" }}
{{- with index $.pods $key }}
{{ $key }}: {{ . }}
{{- end }}
{{- end }}
{{- end }}

{{/* `pods` of all services with a service's own: maps merged, lists one after the other. Takes all and own. */}}
{{- define "stoa.pods" -}}
{{- $own := .own -}}
{{- $all := .all -}}
{{- $pods := dict -}}
{{- range $key := list "priorityClassName" "runtimeClassName" "schedulerName" "dnsPolicy" -}}
{{- $_ := set $pods $key (default (index $all $key) (get $own $key)) -}}
{{- end -}}
{{- range $key := list "labels" "annotations" "nodeSelector" "affinity" "dnsConfig" "serviceAccountAnnotations" -}}
{{- $_ := set $pods $key (merge (dict) (default (dict) (get $own $key)) (index $all $key)) -}}
{{- end -}}
{{- $lists := list "tolerations" "topologySpreadConstraints" "extraEnv" "extraVolumes" "extraVolumeMounts" -}}
{{- range $key := concat $lists (list "extraInitContainers" "extraContainers" "hostAliases") -}}
{{- $_ := set $pods $key (concat (index $all $key) (default (list) (get $own $key))) -}}
{{- end -}}
{{ toJson $pods }}
{{- end }}

{{/* Encrypted unless the values name another scheme. */}}
{{- define "stoa.natsUrl" -}}
{{ ternary (.Values.nats.url | replace "nats://" "tls://") .Values.nats.url .Values.encryption.enabled }}
{{- end }}

{{/* The authority of the certificates of Redis and NATS; its key stays where it is. */}}
{{- define "stoa.authorityMount" -}}
{{- if .Values.encryption.enabled }}
- { name: ca, mountPath: /etc/stoa-ca, readOnly: true }
{{- end }}
{{- end }}

{{- define "stoa.authorityVolume" -}}
{{- if .Values.encryption.enabled }}
- name: ca
  secret: { secretName: {{ .Values.encryption.caSecret }}, items: [{ key: ca.crt, path: ca.crt }] }
{{- end }}
{{- end }}

{{/* What the services read that is not secret. `settings` wins. */}}
{{- define "stoa.settings" -}}
{{- $values := .Values -}}
STOA_MODE: production
STOA_LOG_LEVEL: {{ $values.logLevel | quote }}
STOA_NATS_URL: {{ include "stoa.natsUrl" . | quote }}
STOA_INTERNAL_HOST: 0.0.0.0
STOA_INTERNAL_PORT: '9090'
STOA_HTTP_HOST: 0.0.0.0
STOA_HTTP_PORT: '9991'
STOA_SHUTDOWN_SECONDS: '35'
STOA_EXTERNAL_HOST: {{ $values.host | quote }}
STOA_EXTERNAL_SCHEME: {{ $values.scheme | quote }}
STOA_TRUSTED_PROXIES: {{ $values.trustedProxies | quote }}
STOA_DATABASE_POOL_SIZE: {{ $values.database.poolSize | quote }}
{{- if or $values.redis.deploy $values.redis.cluster }}
STOA_REDIS_CLUSTER: 'on'
{{- end }}
STOA_UPLOAD_STORE: {{ $values.storage.store | quote }}
{{- if eq $values.storage.store "s3" }}
STOA_UPLOAD_S3_BUCKET: {{ required "storage.s3.bucket is needed" $values.storage.s3.bucket | quote }}
STOA_UPLOAD_S3_REGION: {{ $values.storage.s3.region | quote }}
{{- with $values.storage.s3.endpoint }}
STOA_UPLOAD_S3_ENDPOINT: {{ . | quote }}
{{- end }}
{{- else }}
STOA_UPLOAD_DIRECTORY: /var/lib/stoa/uploads
{{- end }}
STOA_UPLOAD_MAX_MIB: {{ $values.storage.maxUploadMiB | quote }}
STOA_PUSH_RELAY_URL: {{ $values.push.relayUrl | quote }}
STOA_MAIL_SENDER: {{ $values.mail.sender | quote }}
STOA_SUPPORT_EMAIL: {{ $values.mail.supportEmail | quote }}
{{- with $values.mail.incoming.pattern }}
STOA_EMAIL_GATEWAY_PATTERN: {{ . | quote }}
STOA_MAIL_IN_PORT: "2525"
STOA_MAIL_IN_HOST: 0.0.0.0
{{- end }}
STOA_TRACE_ENDPOINT: {{ $values.traces.endpoint | quote }}
{{- if $values.encryption.enabled }}
NODE_EXTRA_CA_CERTS: /etc/stoa-ca/ca.crt
{{- end }}
{{- end }}

{{/* The settings with those that were named one by one. */}}
{{- define "stoa.allSettings" -}}
{{ toYaml (merge (dict) .Values.settings (fromYaml (include "stoa.settings" .))) }}
{{- end }}

{{- /* Five eighths of a memory limit in Gi or Mi: the log's rewriting copies pages, and the kernel's limit ends the process. */}}
{{- define "stoa.redisMemory" -}}
{{- $limit := . | toString }}
{{- if not (regexMatch "^[0-9]+(Gi|Mi)$" $limit) }}
{{- fail (printf "redis.resources.limits.memory is %q: give it in Gi or Mi" $limit) }}
{{- end }}
{{- $number := regexFind "^[0-9]+" $limit | int }}
{{- $mebibytes := ternary (mul $number 1024) $number (hasSuffix "Gi" $limit) }}
{{- printf "%dmb" (div (mul $mebibytes 5) 8) }}
{{- end }}

{{- /*
What the cluster has: `isThere`, the `replicas` of each deployment, and which are `scaled` by an autoscaler. Empty where helm
renders without a cluster, as `helm template` and Argo CD do.
*/}}
{{- define "stoa.live" -}}
{{- $deployments := lookup "apps/v1" "Deployment" .Release.Namespace "" -}}
{{- $replicas := dict -}}
{{- range $deployments.items -}}
{{- $_ := set $replicas .metadata.name .spec.replicas -}}
{{- end -}}
{{- $scaled := dict -}}
{{- range (lookup "autoscaling/v2" "HorizontalPodAutoscaler" .Release.Namespace "").items -}}
{{- $_ := set $scaled .spec.scaleTargetRef.name true -}}
{{- end -}}
{{ toJson (dict "isThere" (not (empty $deployments)) "replicas" $replicas "scaled" $scaled) }}
{{- end }}

{{- /* Which services KEDA scales, separated by spaces. */}}
{{- define "stoa.scaledByKeda" -}}
{{- if and .Values.autoscaling.enabled .Values.autoscaling.keda.enabled -}}
events push{{ if .Values.autoscaling.heldPolls }} gateway{{ end }}
{{- end -}}
{{- end }}

{{- /*
A deployment's number of replicas. An autoscaler's number is kept: without one in the manifest, Kubernetes would take one pod
where the last revision had named a number. Nothing where there is no cluster to ask. Takes root, name and live.
*/}}
{{- define "stoa.replicas" -}}
{{- $own := index .root.Values.services .name -}}
{{- $running := int (default 0 (get .live.replicas .name)) -}}
{{- if not .root.Values.autoscaling.enabled -}}
{{- if and (gt $running (int $own.replicas)) (get .live.scaled .name) (not .root.Values.autoscaling.mayDropReplicas) -}}
{{- $problem := "the autoscaler of %s has chosen %d replicas, services.%s.replicas is %v" -}}
{{- $remedy := "name as many, or set autoscaling.mayDropReplicas" -}}
{{- fail (printf (printf "%s: %s" $problem $remedy) .name $running .name $own.replicas) -}}
{{- end -}}
{{ $own.replicas }}
{{- else if .live.isThere -}}
{{ max $running (int $own.autoscaling.min) }}
{{- end -}}
{{- end }}
