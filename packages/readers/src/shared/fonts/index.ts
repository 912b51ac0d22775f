export { describeFont, fontExtensions, type FontFacts } from './font-file.js'
