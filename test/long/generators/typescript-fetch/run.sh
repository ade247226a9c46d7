npx tsc --project .
exec node built/program.js
