npx tsc --project .
exec node program.ts
