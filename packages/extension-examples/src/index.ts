export { type ExampleExtension, exampleExtensions, registerExamples } from './catalogue.js'
