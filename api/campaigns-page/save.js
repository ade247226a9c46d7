/** Downloads a result file, as a workbook unless another form is chosen. */
export function saveResults(page, id, query, form = 'xlsx') {
  return save(page, () => page.api.results(id, query, form));
}

/** Downloads a workbook to fill in. */
export function saveTemplate(page) {
  return save(page, () => page.api.template());
}

async function save({ trouble }, download) {
  try {
    trouble(null);
    const { name, content } = await download();
    const file = URL.createObjectURL(content);
    const link = document.createElement('a');
    link.href = file;
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(file), 60_000);
  } catch (error) {
    trouble(error);
  }
}
