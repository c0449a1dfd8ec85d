import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  // The service serves what is built here under this path, beside a page for each workspace.
  base: '/embed/',
  plugins: [react()],
  build: {
    target: 'es2022',
    // Everything is a file of its own: the page's policy lets nothing run that stands in the page.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
  },
})
