/** Text as it was sent, which scrolls inside itself. */
export function Payload({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    // A region that scrolls must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className="payload" tabIndex={0} aria-label={label}>
      <pre>{text}</pre>
    </section>
  );
}
