mkdir -p jars classes
# Maven chooses the repository by its settings.
mvn --quiet --batch-mode --file bundlewire/pom.xml dependency:copy-dependencies -DincludeScope=compile -DoutputDirectory="$PWD/jars" >&2
find bundlewire/src/main/java -name '*.java' > sources.txt
javac -nowarn -proc:none -classpath 'jars/*' -d classes @sources.txt Program.java
exec java -classpath 'classes:jars/*' Program
