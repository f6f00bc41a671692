// Runs in a page: shown texts whose contrast with what lies behind them is below 4.5 to 1, or 3 to 1 where they are large.
(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const read = new Map();
  const colour = (css) => {
    if (!read.has(css)) read.set(css, painted(css));
    return read.get(css);
  };
  const painted = (css) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = css;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (parts) => {
    const [red, green, blue] = parts.map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement ?? at.getRootNode().host) {
      const found = colour(getComputedStyle(at).backgroundColor);
      if (found[3] === 255) return found;
    }
    return [255, 255, 255, 255];
  };
  /** All elements, those of shadow roots as well. */
  const all = (root) =>
    [...root.querySelectorAll("*")].flatMap((each) => (each.shadowRoot ? [each, ...all(each.shadowRoot)] : [each]));
  const faint = [];
  for (const element of all(document.body)) {
    const own = [...element.childNodes].some((each) => each.nodeType === Node.TEXT_NODE && each.textContent.trim() !== "");
    const field = ["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName);
    if ((!own && !field) || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const [text, back] = [luminance(colour(style.color)), luminance(behind(element))];
    const ratio = (Math.max(text, back) + 0.05) / (Math.min(text, back) + 0.05);
    const size = Number.parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) faint.push(`${element.tagName} ${element.textContent.trim().slice(0, 30)} ${ratio.toFixed(2)}`);
  }
  return faint;
})();
