@echo off
rem Runs the Gradle pinned in gradle\wrapper\gradle-wrapper.properties, which
rem gradle\ProvideGradle.java finds or downloads. Needs a JDK 17 to 25.
setlocal

set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java"
set "USER_HOME=%USERPROFILE%\.gradle"
if defined GRADLE_USER_HOME set "USER_HOME=%GRADLE_USER_HOME%"

"%JAVA%" -version >nul 2>&1
if errorlevel 1 (
  echo gradlew: no JDK in JAVA_HOME or on the PATH: install JDK 25, which builds this project 1>&2
  exit /b 1
)

set "ANSWER=%TEMP%\gradlew-%RANDOM%.txt"
"%JAVA%" "%~dp0gradle\ProvideGradle.java" "%~dp0." "%USER_HOME%" >"%ANSWER%"
if errorlevel 1 (
  del "%ANSWER%"
  exit /b 1
)
<"%ANSWER%" (
  set /p NEWEST_JAVA=
  set /p LAUNCHER=
  set /p WAY=
)
del "%ANSWER%"

echo gradlew: %WAY% 1>&2
"%LAUNCHER%" %*
