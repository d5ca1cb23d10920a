#!/usr/bin/env bash
# Makes a release of what is committed: the version in every place that has one, a signed tag, and in release/ an archive that is built already,
# its bill of materials (CycloneDX) and their sums, signed as the tag is. Nothing is pushed: look at it, then `git push --follow-tags`.
#   scripts/release.sh 0.2.0
# git signs with the key that `git config user.signingKey` names (`gpg.format ssh` for a key of SSH).
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:-}
fail() { echo "$1" >&2; exit 1; }

[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.]+)?$ ]] || fail 'Name the version: scripts/release.sh 0.2.0'
[ -z "$(git status --porcelain)" ] || fail 'Commit first: a release is of what is committed.'
! git rev-parse --quiet --verify "refs/tags/v$version" >/dev/null || fail "v$version is there already."
grep -q "^## $version" CHANGELOG.md || fail "CHANGELOG.md has no section '## $version'."

npm version "$version" --no-git-tag-version --allow-same-version >/dev/null
sed -i.old -E "s/^(version|appVersion): .*/\1: $version/" deploy/helm/porteira/Chart.yaml
rm deploy/helm/porteira/Chart.yaml.old
# What a later migration may take away is what no release before it uses (test/tidy/migrations.ts).
node -e '
  const { readdirSync, readFileSync, writeFileSync } = require("node:fs")
  const [version, file] = [process.argv[1], "scripts/releases.json"]
  const last = readdirSync("migrations").sort().at(-1).replace(/[.]sql$/, "")
  const before = JSON.parse(readFileSync(file, "utf8")).filter(release => release.version !== version)
  writeFileSync(file, JSON.stringify([...before, { version, last }], null, 2) + "\n")
' "$version"
git diff --quiet || git commit --quiet --all --message "Version $version"
git tag --sign "v$version" --message "Porteira $version"
commit=$(git rev-parse HEAD)

name=porteira-$version
rm -rf release
mkdir release
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# From the tag, not from this folder: what lies about here is in no release.
git archive --prefix="$name/" "v$version" | tar -x -C "$scratch"
(
  cd "$scratch/$name"
  npm run build
  npm sbom --package-lock-only --omit=dev --sbom-format=cyclonedx --sbom-type=application >"$OLDPWD/release/$name.cdx.json"
  printf '{"commit":"%s"}\n' "$commit" >release.json
)
# What a platform brings is installed where it runs, with `npm run build`; the pages are the same everywhere.
tar -czf "release/$name.tar.gz" --exclude="$name/node_modules" -C "$scratch" "$name"
(cd release && sha256sum "$name".* >SHA256SUMS)
case $(git config gpg.format || echo openpgp) in
  ssh) ssh-keygen -q -Y sign -n file -f "$(git config user.signingKey)" release/SHA256SUMS ;;
  *) gpg --armor --detach-sign --local-user "$(git config user.signingKey)" release/SHA256SUMS ;;
esac
echo "v$version is tagged at $commit; in release/:"
ls -l release
