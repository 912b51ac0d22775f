const pageBytes: u64 = 65536
const maxBytes: u64 = 1 << 32

/** Position after everything that was taken. */
export let layoutEnd: u64 = 0

/** Begins a new layout of the memory after the static data. */
export function startLayout(): void {
  continueLayout((<u64>__heap_base + 15) & ~15)
}

/** Continues the layout at a position: what was taken after it is free. */
export function continueLayout(position: u64): void {
  layoutEnd = position
}

/** Takes the next bytes of the layout; 64-bit arithmetic, so that `growMemory` sees what does not fit. */
export function take(count: u64, bytes: u64): usize {
  const at = layoutEnd
  layoutEnd += (count * bytes + 15) & ~15
  return <usize>at
}

/** Grows the memory to the end of the layout; false when that is impossible. */
export function growMemory(): bool {
  if (layoutEnd > maxBytes) return false
  const missing = <i64>layoutEnd - <i64>(<u64>memory.size() * pageBytes)
  return missing <= 0 || memory.grow(<i32>((<u64>missing + pageBytes - 1) / pageBytes)) >= 0
}
