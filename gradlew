#!/bin/sh
# Runs the Gradle pinned in gradle/wrapper/gradle-wrapper.properties, if it is cached or can be
# downloaded; else the one that gradle/ProvideGradle.java assembles from pinned artifacts.
set -eu

project=$(CDPATH='' cd -P -- "$(dirname -- "$0")" && pwd)

# Prints the home of the first JDK 17 to $1 in JAVA_HOME, on the PATH or in the usual places.
find_jdk() {
  on_path=$(readlink -f "$(command -v java)" 2>/dev/null) || on_path=
  for jdk in "${JAVA_HOME:-}" "${on_path%/bin/java}" /usr/lib/jvm/* "${HOME:-}"/.jdks/* \
    "${HOME:-}"/.sdkman/candidates/java/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if [ -z "$jdk" ] || [ ! -x "$jdk/bin/javac" ]; then continue; fi
    major=$({ cat "$jdk/release" 2>/dev/null || "$jdk/bin/java" -version 2>&1; } |
      sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p; s/.* version "\([0-9]*\).*/\1/p')
    if [ "${major:-0}" -ge 17 ] && [ "$major" -le "$1" ]; then
      echo "$jdk"
      return
    fi
  done
  echo "gradlew: no JDK 17 to $1 in JAVA_HOME, on the PATH or in the usual places: install JDK 25" \
    "for this project, and JDK 21 too where the pinned Gradle cannot be downloaded" >&2
  return 1
}

# Reads what ProvideGradle.java prints.
choose() {
  read -r newest_java && read -r launcher && read -r way
}

user_home=${GRADLE_USER_HOME:-${HOME:?is not set, and neither is GRADLE_USER_HOME}/.gradle}
distribution=$(sed -n 's|^distributionUrl=.*/\(.*\)\.zip$|\1|p' \
  "$project/gradle/wrapper/gradle-wrapper.properties")
version=${distribution#gradle-}
version=${version%-*}
pinned="Gradle $version (pinned)"
# Another Gradle than the pinned one stays for a day, lest every run waits for a download to fail.
instead=$user_home/assembled/instead-of-$distribution

launcher=
for complete in "$user_home/wrapper/dists/$distribution"/*/"$distribution.zip.ok"; do
  if [ -f "$complete" ]; then
    newest_java=25
    launcher=${complete%/*}/gradle-$version/bin/gradle
    way=$pinned
  fi
done
if [ ! -x "$launcher" ] && [ -n "$(find "$instead" -mtime -1 2>/dev/null)" ]; then
  choose <"$instead" || launcher=
fi
if [ ! -x "$launcher" ]; then
  jdk=$(find_jdk 25)
  provided=$("$jdk/bin/java" "$project/gradle/ProvideGradle.java" "$project" "$user_home")
  choose <<END
$provided
END
  if [ "$way" != "$pinned" ]; then
    mkdir -p "${instead%/*}"
    printf '%s\n' "$provided" >"$instead"
  fi
fi

jdk=$(find_jdk "$newest_java")
if [ "${JAVA_HOME:-$jdk}" != "$jdk" ]; then
  # Gradle knows the JDK it runs on; as a toolchain it shall also know the one that was set.
  set -- "-Porg.gradle.java.installations.paths=$JAVA_HOME" "$@"
fi
export JAVA_HOME="$jdk"
echo "gradlew: $way" >&2
exec "$launcher" "$@"
