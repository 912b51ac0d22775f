/** Whether shortcuts are written and pressed with ⌘. */
export const isMac: boolean = /mac|iphone|ipad/i.test(globalThis.navigator?.userAgent ?? '')
