/** Downloads a result file. */
export async function saveResults({ api, trouble }, id, query) {
  try {
    trouble(null);
    const file = URL.createObjectURL(await api.results(id, query));
    const link = document.createElement('a');
    link.href = file;
    link.download = `${id}-${query.only ?? query.state ?? 'results'}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(file), 60_000);
  } catch (error) {
    trouble(error);
  }
}
