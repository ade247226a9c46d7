/** A history as text. As JSON its payloads are base64, in which a search finds nothing, so they are decoded. */
export function historyText(history: object): string {
  return JSON.stringify(history).replace(
    /"data":"([A-Za-z0-9+/]+=*)"/g,
    (_, data: string) => `"data":${JSON.stringify(Buffer.from(data, 'base64').toString())}`,
  );
}
