import { readWorkspaceGraph } from './workspace-graph.mjs'

const box = { width: 216, height: 46 }
const gap = { column: 22, row: 40 }
const margin = 16
/** Used by tests only. */
const omitted = new Set(['test-kit'])

/** Removes each edge whose target is also reached through another edge of the same node. */
function reduceEdges(graph) {
  const reaches = (from, to) => [...graph.get(from).imports].some((next) => next === to || reaches(next, to))
  return new Map(
    [...graph].map(([name, { imports }]) => {
      const direct = [...imports].filter(
        (target) => ![...imports].some((other) => other !== target && reaches(other, target)),
      )
      return [name, direct.toSorted((a, b) => a.localeCompare(b))]
    }),
  )
}

/** Returns the rows of the diagram from top to bottom: each package is directly below the lowest that imports it. */
function listRows(graph) {
  const depths = new Map()
  const getDepth = (name) => {
    const importers = [...graph.keys()].filter((other) => graph.get(other).imports.has(name))
    if (!depths.has(name)) depths.set(name, Math.max(-1, ...importers.map(getDepth)) + 1)
    return depths.get(name)
  }
  const rows = []
  for (const name of [...graph.keys()].toSorted((a, b) => a.localeCompare(b))) (rows[getDepth(name)] ??= []).push(name)
  return rows
}

/** Orders each row by the mean column of what its packages import, from the bottom to the top, to shorten the edges. */
function layOutBoxes(rows, edges) {
  const widest = Math.max(...rows.map((row) => row.length))
  const width = widest * (box.width + gap.column) - gap.column
  const boxes = new Map()
  for (const [index, row] of [...rows.entries()].reverse()) {
    const meanColumn = (name) => {
      const centers = edges.get(name).flatMap((target) => (boxes.has(target) ? [boxes.get(target).x] : []))
      return centers.length === 0 ? width : centers.reduce((sum, x) => sum + x, 0) / centers.length
    }
    const sorted = row.map((name) => ({ name, column: meanColumn(name) })).sort((a, b) => a.column - b.column)
    const start = margin + (width - row.length * (box.width + gap.column) + gap.column) / 2
    for (const [column, { name }] of sorted.entries())
      boxes.set(name, { x: start + column * (box.width + gap.column), y: margin + index * (box.height + gap.row) })
  }
  return { boxes, width: width + 2 * margin, height: rows.length * (box.height + gap.row) - gap.row + 2 * margin }
}

const round = (value) => Math.round(value * 10) / 10
const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

function drawEdge(from, to) {
  const x = [from.x + box.width / 2, to.x + box.width / 2].map(round)
  const y = [from.y + box.height, to.y - 5].map(round)
  const midpoint = round((y[0] + y[1]) / 2)
  return `<path d="M${x[0]} ${y[0]}C${x[0]} ${midpoint} ${x[1]} ${midpoint} ${x[1]} ${y[1]}" marker-end="url(#arrow)"/>\n`
}

const drawBox = (
  name,
  description,
  { x, y },
) => `<rect x="${round(x)}" y="${round(y)}" width="${box.width}" height="${box.height}" rx="6"/>
<text x="${round(x + 12)}" y="${round(y + 19)}"><tspan class="name">${name}</tspan><tspan x="${round(x + 12)}" dy="17">${escape(description)}</tspan></text>
`

/** Returns the diagram of the workspaces and their imports as SVG. Edges that follow from others are omitted. */
export function drawArchitecture() {
  const graph = new Map([...readWorkspaceGraph()].filter(([name]) => !omitted.has(name)))
  const edges = reduceEdges(graph)
  const { boxes, height, width } = layOutBoxes(listRows(graph), edges)
  const lines = [...edges].flatMap(([name, targets]) =>
    targets.map((target) => drawEdge(boxes.get(name), boxes.get(target))),
  )
  const boxMarkup = [...graph].map(([name, { description }]) => drawBox(name, description, boxes.get(name)))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="Packages and applications of Kamar, each above the packages that it imports">
<style>
svg { background: #fff; font: 11.5px system-ui, sans-serif }
rect { fill: #f2f5f9; stroke: #5b7083 }
text { fill: #33475b }
.name { fill: #10202f; font-weight: 600; font-size: 13px }
path { fill: none; stroke: #8fa3b5 }
marker path { fill: #8fa3b5; stroke: none }
@media (prefers-color-scheme: dark) {
  svg { background: #0f1720 }
  rect { fill: #1b2733; stroke: #6f879c }
  text { fill: #b8c7d4 }
  .name { fill: #f2f6fa }
  path { stroke: #557086 }
  marker path { fill: #557086 }
}
</style>
<defs><marker id="arrow" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>
${lines.join('')}${boxMarkup.join('')}</svg>
`
}
