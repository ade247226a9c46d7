/** A program like ours: it prints one ready line, then runs until it is stopped. BEHAVIOUR selects what it does. */
switch (process.env.BEHAVIOUR) {
  case 'crash':
    console.log('{"level":50,"msg":"the database is on fire"}');
    process.exit(3);
    break;
  case 'deaf':
    process.on('SIGTERM', () => console.log('not listening'));
    break;
  default:
    process.on('SIGTERM', () => process.exit(0));
}
console.log('{"level":30,"msg":"warming up"}');
console.log('{"level":30,"msg":"ready","url":"http://127.0.0.1:4711"}');
setInterval(() => undefined, 1_000);
