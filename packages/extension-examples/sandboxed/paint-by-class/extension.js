// Colours the elements of a model by their class. It runs in a frame with an origin of its own and is given `kamar`:
// calls that answer promises, and events. docs/extensions/README.md has the table of both.

const palette = [
  [214, 69, 65],
  [65, 131, 215],
  [38, 166, 91],
  [244, 179, 80],
  [155, 89, 182],
  [22, 160, 133],
]

/** Called once; what it throws is told to the person. */
export async function start(kamar) {
  await kamar.call('toolbar.set', [
    { id: 'paint', label: 'Paint by class', iconPath: 'M4 20l4-1 11-11-3-3L5 16zM14 7l3 3' },
  ])
  kamar.on('button', () => showClasses(kamar))
  kamar.on('panelButton', ({ id }) => paint(kamar, Number(id)))
}

/** Elements with a shape, gathered by class, the largest class first. */
async function readClasses(kamar) {
  const classes = new Map()
  for (let from = 0, nodeCount = 1; from < nodeCount;) {
    const part = await kamar.call('model.tree', { from })
    part.classes.forEach((name, at) => {
      if (part.shapes[at]) classes.set(name, [...(classes.get(name) ?? []), from + at])
    })
    nodeCount = part.nodeCount
    from += Math.max(1, part.classes.length)
  }
  return [...classes].sort(([, one], [, other]) => other.length - one.length)
}

async function showClasses(kamar) {
  const classes = await readClasses(kamar)
  const most = Math.max(1, ...classes.map(([, elements]) => elements.length))
  const bars = classes.slice(0, 100).map(([name, elements], at) => ({
    kind: 'bar',
    id: String(at),
    text: `${name}: ${elements.length}`,
    share: elements.length / most,
    color: `#${palette[at % palette.length].map((part) => part.toString(16).padStart(2, '0')).join('')}`,
  }))
  await kamar.call('panel.show', {
    title: 'Classes',
    blocks: [{ kind: 'text', text: 'Press a class to paint it.' }, ...bars],
  })
}

async function paint(kamar, at) {
  const [, elements] = (await readClasses(kamar))[at]
  await kamar.call('elements.color', { elements, rgb: palette[at % palette.length] })
}
