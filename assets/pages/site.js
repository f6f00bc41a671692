// On every page with the site's header: "/" and Ctrl-K go to the search.
addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, textarea, select, [contenteditable=true]") != null;
  const isWanted = (event.key === "/" && !isTyping) || (event.key === "k" && (event.ctrlKey || event.metaKey));
  if (!isWanted || event.altKey) return;
  event.preventDefault();
  document.getElementById("site-search")?.select();
});
