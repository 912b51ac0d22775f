/** Returns where a horizontal line crosses closed outlines, in order: it is inside from each odd one to the next. */
export function findCrossings(loops: readonly ArrayLike<number>[], y: number): number[] {
  const out: number[] = []
  for (const loop of loops)
    for (let at = 0; at < loop.length; at += 2) {
      const next = (at + 2) % loop.length
      const [y1, y2] = [loop[at + 1], loop[next + 1]]
      if (y1 > y === y2 > y) continue
      out.push(loop[at] + ((loop[next] - loop[at]) * (y - y1)) / (y2 - y1))
    }
  return out.sort((a, b) => a - b)
}
