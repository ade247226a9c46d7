mkdir -p jars classes
while read -r jar; do
  [ -e "jars/${jar##*/}" ] || curl --fail --silent --show-error --create-dirs --output "jars/${jar##*/}" "$MAVEN_CENTRAL/$jar"
done < jars.txt
find bundlewire/src/main/java -name '*.java' > sources.txt
javac -nowarn -proc:none -classpath 'jars/*' -d classes @sources.txt Program.java
exec java -classpath 'classes:jars/*' Program
