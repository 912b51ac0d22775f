const svgNamespace = 'http://www.w3.org/2000/svg'

/** Creates an SVG element with these attributes. */
export function svg<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | number>> = {},
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(svgNamespace, name)
  setAttributes(element, attributes)
  return element
}

/** Sets attributes that differ: writing an equal value would still trigger a layout. */
export function setAttributes(element: Element, attributes: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(attributes)) {
    const text = typeof value === 'number' ? value.toFixed(1) : value
    if (element.getAttribute(name) !== text) element.setAttribute(name, text)
  }
}

/** Creates an SVG overlay in CSS pixels; pointer events pass through except where its children handle them. */
export function svgLayer(parent: HTMLElement, className: string): SVGSVGElement {
  const layer = svg('svg', { class: className })
  Object.assign(layer.style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    overflow: 'hidden',
    pointerEvents: 'none',
    userSelect: 'none',
  })
  parent.append(layer)
  return layer
}
