/** The three scales that our charts use. All of d3-scale would add 9 kB (compressed). */
// biome-ignore lint/performance/noBarrelFile: replaces the package's own index
export { scaleBand, scaleLinear, scalePoint } from 'd3-scale'
