import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

// A mail server in a separate process. Argument: how many mails it rejects first (451, as greylisting does). It prints its
// port, then every mail that it accepted, as lines of JSON.
let refusals = Number(process.argv[2] ?? 0);

const server = new SMTPServer({
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData(stream, session, done) {
    text(stream).then((mail) => {
      if (refusals > 0) {
        refusals -= 1;
        done(Object.assign(new Error('try again later'), { responseCode: 451 }));
        return;
      }
      const { mailFrom, rcptTo } = session.envelope;
      const from = mailFrom === false ? '' : mailFrom.address;
      process.stdout.write(`${JSON.stringify({ from, to: rcptTo.map(({ address }) => address), mail })}\n`);
      done();
    }, done);
  },
});
server.on('error', () => {});
server.listen(0, '127.0.0.1', () => {
  const address = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  process.stdout.write(`${JSON.stringify({ port })}\n`);
});
