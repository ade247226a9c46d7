/** Calls the API with the cookie of this browser. @throws Error with the message of the API. */
export async function call(method, path, body = null) {
  const content =
    body === null ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await fetch(`/v1/auth/${path}`, { method, cache: 'no-store', ...content });
  if (answer.status === 204) return null;
  const read = await answer.json();
  if (!answer.ok) throw Object.assign(new Error(read.error.message), { status: answer.status });
  return read;
}
