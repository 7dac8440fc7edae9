"""How Sphinx makes the site of these documents: ``make site``. It needs no network, and neither do its readers."""

from __future__ import annotations

import sys
from pathlib import Path

import ludotheque
from ludotheque.web.colours import page_colours

sys.path.insert(0, str(Path(__file__).parent / "_ext"))  # our own extensions: links, notebooks, reference

project = "Ludothèque"
project_copyright = "2026 The Ludothèque developers"
version = release = ludotheque.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "links", "notebooks", "reference"]
exclude_patterns = ["_*"]

# A name that is not found and a link that leads nowhere are warnings, and a warning is an error.
nitpicky = True
# Names of Python and of other libraries are not described here, and their own sites are never asked.
# A capital letter alone is a type variable.
nitpick_ignore_regex = [("py:.*", r"(?!ludotheque\.).*"), ("py:class", r".*\.[A-Z]")]

myst_heading_anchors = 6  # the same anchors as where the Markdown is read as it is
autodoc_member_order = "bysource"
autodoc_inherit_docstrings = False
python_maximum_signature_line_length = 120

add_module_names = False

html_theme = "furo"
html_title = "Ludothèque"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_favicon = "../src/ludotheque/web/static/icons/icon.svg"
pygments_style, pygments_dark_style = "a11y-high-contrast-light", "a11y-high-contrast-dark"
html_copy_source = html_show_sphinx = False


def furo_colours(theme: str) -> dict[str, str]:
    """The colours of our pages, by the names that the theme has for them."""
    house = page_colours(theme)
    return {
        "color-background-primary": house["paper"],
        "color-background-secondary": house["shade"],
        "color-background-border": house["line"],
        "color-foreground-primary": house["ink"],
        "color-foreground-secondary": house["quiet"],
        "color-foreground-muted": house["quiet"],
        "color-brand-primary": house["accent"],
        "color-brand-content": house["accent"],
        "color-code-background": house["shade"],
        "color-api-name": house["accent"],
        "color-api-pre-name": house["quiet"],
    }


html_theme_options = {"light_css_variables": furo_colours("light"), "dark_css_variables": furo_colours("dark")}
