// Wrong use of the command line, said to whoever typed it; the exit code is 2.
export class Usage extends Error {}
