#!/usr/bin/env bash
# Lets the tools of each package judge it: systemd-analyze, nginx, caddy, helm, docker compose, promtool, buildah or docker. A tool that is not there
# is named and left out; with --image the image is built as well. `npm test` holds the rest: test/deploy.
# With METRICS_URL=http://127.0.0.1:9464/metrics the figures of a gateway that runs are judged too.
set -euo pipefail
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0

has() { command -v "$1" >/dev/null 2>&1 || { echo "left out: $2 ($1 is not here)"; return 1; }; }
# In a shell of its own, which ends at the first command that fails; in a condition it would go on.
judge() {
  local what=$1 code=0
  shift
  set +e
  (
    set -e
    "$@"
  ) >"$scratch/words" 2>&1
  code=$?
  set -e
  if [ "$code" = 0 ]; then echo "fine: $what"; else
    echo "wrong: $what"
    sed 's/^/  /' "$scratch/words"
    failed=1
  fi
}
lacks() { if grep -E "$1"; then return 1; fi; }
refused() { if "$@"; then return 1; fi; }

units() {
  # The checkout may lie elsewhere: the units' program has to be there.
  for unit in deploy/systemd/*; do sed "s#/opt/porteira#$PWD#g" "$unit" >"$scratch/${unit##*/}"; done
  systemd-analyze verify --recursive-errors=no "$scratch"/porteira*.service "$scratch"/porteira*.timer
}
hardening() { for unit in deploy/systemd/*.service; do systemd-analyze security --offline=true --threshold=25 "$unit"; done; }
nginx_conf() {
  openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=pay.example.com -keyout "$scratch/privkey.pem" -out "$scratch/fullchain.pem"
  sed "s#/etc/ssl/pay.example.com#$scratch#" deploy/nginx/porteira.conf >"$scratch/site.conf"
  # Before 1.25.1 HTTP/2 is a word of `listen`.
  if nginx -v 2>&1 | grep -qE '/1\.(1?[0-9]|2[0-4])\.'; then sed -i 's/^\thttp2 on;$//; s/443 ssl;/443 ssl http2;/' "$scratch/site.conf"; fi
  printf 'pid %s/pid;\nerror_log stderr;\nevents {}\nhttp { access_log off; include %s/site.conf; }\n' "$scratch" "$scratch" >"$scratch/nginx.conf"
  nginx -t -c "$scratch/nginx.conf"
}
# For the oldest Kubernetes that the chart takes.
rendered() { helm template pay deploy/helm/porteira --kube-version 1.29.0 "$@"; }
chart() {
  helm lint --strict deploy/helm/porteira
  local outside='--set ingress.enabled=true --set ingress.host=pay.yours.example'
  rendered $outside --set processes=2 --set replicas=2 \
    --set metrics.enabled=true --set metrics.serviceMonitor.enabled=true >"$scratch/rendered.yaml"
  for kind in PodDisruptionBudget ServiceMonitor; do grep "kind: $kind" "$scratch/rendered.yaml"; done
  # Figures are nobody's outside: neither by the Ingress nor, unless they are asked for, at all.
  sed -n '/kind: Ingress/,/^---/p' "$scratch/rendered.yaml" | lacks metrics
  rendered $outside | lacks 'metrics|9464|METRICS'
  # No address that nobody has given: neither in the ingress nor before that of the Secret.
  refused rendered --set ingress.enabled=true
  rendered $outside | lacks 'example.com|PUBLIC_URL|TRUST_PROXY'
}
# Only where they are asked for, encrypted to somebody, and by pods that no Service or budget takes for gateways.
chart_backups() {
  rendered | lacks 'CronJob|/backups'
  refused rendered --set backup.enabled=true
  local asked='--set backup.enabled=true --set backup.recipient=age1x'
  helm lint --strict deploy/helm/porteira $asked
  for with in backup.embedded=true backup.secretName=copying maintenance=true backup.persistence.existingClaim=there; do
    rendered $asked --set "$with" >"$scratch/rendered.yaml"
    sed -n '/kind: CronJob/,/^---/p' "$scratch/rendered.yaml" | grep 'app.kubernetes.io/name: porteira-backup'
  done
}
compose() {
  POSTGRES_PASSWORD=x docker compose --env-file /dev/null -f "$1" --profile backup --profile backup-log config --no-env-resolution --quiet
}

# 3: it would choose other names, as for those that dashboards of Node processes know.
figures() { curl -fsS "$METRICS_URL" | promtool check metrics || [ $? -eq 3 ]; }

if has systemd-analyze 'the units'; then
  judge 'the units are understood' units
  judge 'the units are hardened (exposure 2.5 at most)' hardening
fi
if has nginx 'the example for nginx'; then judge 'the example for nginx' nginx_conf; fi
if has caddy 'the example for Caddy'; then judge 'the example for Caddy' caddy validate --adapter caddyfile --config deploy/caddy/Caddyfile; fi
if has helm 'the chart'; then
  judge 'the chart' chart
  judge 'its backups' chart_backups
fi
if has promtool 'the rules for Prometheus'; then
  judge 'the example for Prometheus' promtool check config deploy/prometheus/prometheus.yml
  judge 'the rules for Prometheus' promtool test rules deploy/prometheus/rules.test.yml
  if [ -n "${METRICS_URL:-}" ]; then judge 'the figures of a gateway' figures; fi
fi
if docker compose version >/dev/null 2>&1; then
  for file in deploy/compose/*.yaml; do judge "$file" compose "$file"; done
else echo 'left out: the compose files (docker compose is not here)'; fi
if [ "${1:-}" = --image ]; then
  commit=$(git rev-parse HEAD)
  if command -v buildah >/dev/null 2>&1; then
    # BUILDAH="buildah --storage-driver vfs" and BUILD_OPTIONS="--isolation chroot" for a machine that is a container itself.
    judge 'the image' ${BUILDAH:-buildah} build --format docker ${BUILD_OPTIONS:-} -f deploy/docker/Dockerfile --build-arg "COMMIT=$commit" -t porteira .
  elif has docker 'the image'; then
    judge 'the image' docker build -f deploy/docker/Dockerfile --build-arg "COMMIT=$commit" -t porteira .
  fi
fi
exit "$failed"
