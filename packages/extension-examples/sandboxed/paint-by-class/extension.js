// Colours the elements of a model by their class. It runs in a frame with an origin of its own and is given `kamar`:
// calls that return promises, events, and `addTool`. Its tool has the fields of a built-in one (`ViewerTool`); only the
// content of its view differs: blocks that the page draws. docs/extensions/README.md has the tables.

const palette = [
  [214, 69, 65],
  [65, 131, 215],
  [38, 166, 91],
  [244, 179, 80],
  [155, 89, 182],
  [22, 160, 133],
]

/** Called once; the user is shown what it throws. */
export async function start(kamar) {
  await kamar.addTool(tool)
}

const view = 'classes'
const tool = {
  descriptor: {
    id: 'paint-by-class',
    order: 0,
    surface: 'model',
    access: 'everyone',
    commands: [{ id: 'paint', text: 'Paint by class', group: 'tools' }],
  },
  actions: {
    paint: {
      icon: { path: 'M4 20l4-1 11-11-3-3L5 16zM14 7l3 3' },
      run: ({ session }) => session.layout.toggle(view),
    },
  },
  views: [
    {
      id: view,
      slot: 'floating',
      order: 0,
      getTitle: () => 'Classes',
      content: {
        blocks: ({ control }) => createBlocks(control),
        onClick: ({ control }, id) => paint(control, Number(id)),
      },
    },
  ],
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

async function createBlocks(kamar) {
  const classes = await readClasses(kamar)
  const maxCount = Math.max(1, ...classes.map(([, elements]) => elements.length))
  const bars = classes.slice(0, 100).map(([name, elements], at) => ({
    kind: 'bar',
    id: String(at),
    text: `${name}: ${elements.length}`,
    share: elements.length / maxCount,
    color: `#${palette[at % palette.length].map((part) => part.toString(16).padStart(2, '0')).join('')}`,
  }))
  return [{ kind: 'text', text: 'Press a class to paint it.' }, ...bars]
}

async function paint(kamar, at) {
  const [, elements] = (await readClasses(kamar))[at]
  await kamar.call('elements.color', { elements, rgb: palette[at % palette.length] })
}
