export { attribute, findChild, findChildren, numbersIn, parseXml, type XmlElement } from './parse-xml.js'
