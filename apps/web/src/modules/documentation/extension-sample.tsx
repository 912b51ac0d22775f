const moduleText = `export async function start(kamar) {
  await kamar.call('toolbar.set', [{ id: 'red', label: 'Paint it red' }])
  kamar.on('button', async () => {
    const elements = await kamar.call('model.selection')
    await kamar.call('elements.color', { elements, rgb: [214, 69, 65] })
  })
}`

const manifestText = `{
  "id": "com.example.red",
  "name": "Paint it red",
  "version": "1.0.0",
  "publisher": "Example",
  "permissions": ["model", "elements", "toolbar"],
  "entry": "red.js",
  "integrity": "sha384-…"
}`

/** Shows a complete extension: its module and its manifest, as in docs/extensions. */
export function ExtensionSample() {
  return [moduleText, manifestText].map((text) => (
    <pre
      key={text}
      className="mt-3 rounded-control border border-line bg-sunken p-3 font-mono text-12 break-words whitespace-pre-wrap"
    >
      {text}
    </pre>
  ))
}
