// The page is readable as it was sent; what makes it live is asked for when its first screen has been painted.
const { entry, modules } = document.currentScript.dataset
const preload = (href) => {
  const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href })
  document.head.append(link)
}
const begin = () =>
  requestAnimationFrame(() =>
    setTimeout(() => {
      modules.split(' ').forEach(preload)
      void import(entry)
    }),
  )
if (document.readyState === 'complete') begin()
else addEventListener('load', begin, { once: true })
