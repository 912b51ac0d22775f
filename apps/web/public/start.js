// The page is readable as it was sent; what makes it live waits until its first screen has been painted.
const { entry } = document.currentScript.dataset
const begin = () => requestAnimationFrame(() => setTimeout(() => void import(entry)))
if (document.readyState === 'complete') begin()
else addEventListener('load', begin, { once: true })
