/** How this device shows a model in the room around it. */
export type ArSupport = 'quick-look' | 'webxr' | 'scene-viewer' | 'insecure' | 'none'

interface XrSystem {
  isSessionSupported(mode: 'immersive-ar'): Promise<boolean>
}

/** iPhone and iPad: a link that the system opens with its own viewer. */
export const opensQuickLook = (): boolean => {
  const { relList } = document.createElement('a')
  return relList.supports('ar')
}

/** Opens a USDZ with the system's own viewer; a click on such a link, with a picture in it, is all it takes. */
export function openInQuickLook(usdz: string): void {
  const link = document.createElement('a')
  link.rel = 'ar'
  link.href = usdz
  // Bytes of the page's own memory have no name by which Safari would know them.
  if (usdz.startsWith('blob:')) link.download = 'model.usdz'
  link.append(document.createElement('img'))
  link.click()
}

/** Asks the browser; a model that is not on the open web cannot be given to Android's own viewer. */
export async function findArSupport(isOnTheWeb: boolean): Promise<ArSupport> {
  if (opensQuickLook()) return 'quick-look'
  const { xr } = navigator as Navigator & { readonly xr?: XrSystem }
  if (await xr?.isSessionSupported('immersive-ar').catch(() => false)) return 'webxr'
  if (isOnTheWeb && /android/i.test(navigator.userAgent)) return 'scene-viewer'
  return window.isSecureContext ? 'none' : 'insecure'
}
