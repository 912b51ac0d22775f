try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  document.documentElement.lang = localStorage.getItem('language') ?? 'en'
} catch {
  // Storage may be forbidden; the system's theme and English are then right.
}
