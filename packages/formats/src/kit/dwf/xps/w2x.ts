import { attribute, type XmlElement } from '@kamar/codecs/xml'

/** Data of a page element in the page's W2X extension. */
export interface W2xState {
  readonly layer: string
  readonly url: string
}

/** Reads layer and link by element name; unstated values keep the previous state. */
export function readW2x(root: XmlElement): ReadonlyMap<string, W2xState> {
  const states = new Map<string, W2xState>()
  const names = new Map<string, string>()
  let state: W2xState = { layer: '', url: '' }
  for (const sync of root.children.filter(({ name }) => name === 'RenditionSync')) {
    for (const change of sync.children) {
      if (change.name === 'Layer') {
        const number = attribute(change, 'Number')
        const name = attribute(change, 'Name')
        if (name !== '') names.set(number, name)
        state = { ...state, layer: names.get(number) ?? number }
      }
      if (change.name === 'URL') state = { ...state, url: addressIn(change) }
    }
    states.set(attribute(sync, 'refName'), state)
  }
  return states
}

const addressIn = (url: XmlElement): string =>
  attribute(url, 'Address') || attribute(url.children[0], 'Address') || attribute(url.children[0], 'address')
