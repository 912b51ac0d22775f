export function ViewerPage() {
  return <main>viewer</main>
}
