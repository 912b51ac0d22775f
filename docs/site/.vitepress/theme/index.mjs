import DefaultTheme from 'vitepress/theme-without-fonts'
import './fonts.css'
import './colors.css'
import './home.css'

export default DefaultTheme
