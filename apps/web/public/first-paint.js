try {
  // The root page is for visitors; whoever is signed in works with files.
  if (location.pathname === '/' && localStorage.getItem('accessToken')) location.replace('/home')
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
  const language = new URLSearchParams(location.search).get('lang') ?? localStorage.getItem('language')
  if (language && /^(en|hy|ru|es)$/.test(language)) document.documentElement.lang = language
} catch {
  // Storage may be forbidden; the system's theme and the language the server chose are then right.
}
