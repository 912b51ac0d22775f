/** Whether shortcuts use ⌘. */
export const isMac: boolean = /mac|iphone|ipad/i.test(globalThis.navigator?.userAgent ?? '')
